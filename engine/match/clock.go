package match

import (
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/player"
)

// clocks keep the time of both sides, by colour.
type clocks struct {
	limits [2]player.Limits
	left   [2]time.Duration // of a side with a clock for the whole game
	margin time.Duration
}

func newClocks(limits [2]player.Limits, margin time.Duration) *clocks {
	return &clocks{
		limits: limits,
		left:   [2]time.Duration{limits[board.Black].Time, limits[board.White].Time},
		margin: margin,
	}
}

// allowance returns how long the move of a side may take, margin included, 0 if no
// clock binds it.
func (c *clocks) allowance(side board.Color) time.Duration {
	switch l := c.limits[side]; {
	case l.MoveTime > 0:
		return l.MoveTime + c.margin
	case l.Time > 0:
		return c.left[side] + c.margin
	}
	return 0
}

// spend takes the time of a move off the clock and reports whether it was in time.
func (c *clocks) spend(side board.Color, elapsed time.Duration) bool {
	allowed := c.allowance(side)
	if l := c.limits[side]; l.Time > 0 {
		c.left[side] = max(0, c.left[side]-elapsed) + l.Increment
	}
	return allowed == 0 || elapsed <= allowed
}

// increments returns what each side's clock gains by a move.
func (c *clocks) increments() [2]time.Duration {
	return [2]time.Duration{c.limits[board.Black].Increment, c.limits[board.White].Increment}
}
