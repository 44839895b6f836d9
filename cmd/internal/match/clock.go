package match

import (
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// clocks keep the time of both sides, by colour.
type clocks struct {
	limits  [2]client.Limits
	left    [2]time.Duration // of a side with a clock for the game; may be below 0, by the margin
	made    [2]int           // moves
	margins [2]time.Duration
}

func newClocks(limits [2]client.Limits, margins [2]time.Duration) *clocks {
	return &clocks{
		limits:  limits,
		left:    [2]time.Duration{limits[board.Black].Time, limits[board.White].Time},
		margins: margins,
	}
}

// allowance returns how long the move of a side may take, margin included, and whether the move has a
// time limit at all. With a clock for the game, the margin counts once for the game and not for
// each move.
func (c *clocks) allowance(side board.Color) (allowed time.Duration, bound bool) {
	switch l := c.limits[side]; {
	case l.MoveTime > 0:
		return l.MoveTime + c.margins[side], true
	case l.Time > 0:
		return c.left[side] + c.margins[side], true
	}
	return 0, false
}

// deadline returns the allowance for a client.Request: 0 if there is no time limit.
func (c *clocks) deadline(side board.Color) time.Duration {
	allowed, bound := c.allowance(side)
	if !bound {
		return 0
	}
	return max(allowed, 1)
}

// spend takes the time of a move off the clock, and refills the clock if that is due.
func (c *clocks) spend(side board.Color, elapsed time.Duration) {
	l := c.limits[side]
	if l.Time == 0 {
		return
	}
	c.left[side] += l.Increment - elapsed
	if c.made[side]++; l.Moves > 0 && c.made[side]%l.Moves == 0 {
		c.left[side] += l.Time
	}
}

// movesToGo returns after how many moves the clock of a side is refilled, 0 for never.
func (c *clocks) movesToGo(side board.Color) int {
	moves := c.limits[side].Moves
	if moves == 0 {
		return 0
	}
	return moves - c.made[side]%moves
}

// increments returns what each side's clock gains by a move.
func (c *clocks) increments() [2]time.Duration {
	return [2]time.Duration{c.limits[board.Black].Increment, c.limits[board.White].Increment}
}
