package match

import (
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// clocks keep the time of both sides, by colour.
type clocks struct {
	limits [2]player.Limits
	left   [2]time.Duration // of a side with a clock for the whole game; may be below 0, by the margin
	margin time.Duration
}

func newClocks(limits [2]player.Limits, margin time.Duration) *clocks {
	return &clocks{
		limits: limits,
		left:   [2]time.Duration{limits[board.Black].Time, limits[board.White].Time},
		margin: margin,
	}
}

// allowance returns how long the move of a side may take, margin included, and whether the move has a
// time limit at all. With a clock for the whole game, the margin counts once for the game and not for
// each move.
func (c *clocks) allowance(side board.Color) (allowed time.Duration, bound bool) {
	switch l := c.limits[side]; {
	case l.MoveTime > 0:
		return l.MoveTime + c.margin, true
	case l.Time > 0:
		return c.left[side] + c.margin, true
	}
	return 0, false
}

// deadline returns the allowance for a player.Request: 0 if there is no time limit.
func (c *clocks) deadline(side board.Color) time.Duration {
	allowed, bound := c.allowance(side)
	if !bound {
		return 0
	}
	return max(allowed, 1)
}

// spend takes the time of a move off the clock.
func (c *clocks) spend(side board.Color, elapsed time.Duration) {
	if l := c.limits[side]; l.Time > 0 {
		c.left[side] += l.Increment - elapsed
	}
}

// increments returns what each side's clock gains by a move.
func (c *clocks) increments() [2]time.Duration {
	return [2]time.Duration{c.limits[board.Black].Increment, c.limits[board.White].Increment}
}
