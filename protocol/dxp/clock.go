package dxp

import (
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// clocks holds the clocks of both sides, by colour. This program measures the time of both sides.
type clocks struct {
	limited   bool
	moves     int              // number of moves of each side for the time, 0 for all moves
	remaining [2]time.Duration // may be below 0
	made      [2]int           // number of moves made
}

func newClocks(setup GameSetup) *clocks {
	all := time.Duration(setup.Minutes) * time.Minute
	return &clocks{limited: setup.Minutes > 0, moves: setup.Moves, remaining: [2]time.Duration{all, all}}
}

// spend counts a move of a side and subtracts its time from the clock.
func (c *clocks) spend(side board.Color, elapsed time.Duration) {
	c.made[side]++
	if c.limited {
		c.remaining[side] -= elapsed
	}
}

// clock returns the clock of a side for a search, nil if the game has no clocks.
func (c *clocks) clock(side board.Color) *search.Clock {
	if !c.limited {
		return nil
	}
	clock := &search.Clock{Remaining: c.remaining[side]}
	if c.moves > 0 {
		clock.MovesToGo = max(1, c.moves-c.made[side])
	}
	return clock
}

// allowance returns how long a side may be silent: the time on its clock, plus patience.
func (c *clocks) allowance(side board.Color, patience time.Duration) time.Duration {
	return max(0, c.remaining[side]) + patience
}

// margin is the time by which the peer's clock may be below 0 before the peer loses. It is above 0 because messages
// take time, and because a move message gives its time in whole seconds.
const margin = 5 * time.Second

// over reports whether a side has used more than its time and the margin.
func (c *clocks) over(side board.Color) bool { return c.limited && c.remaining[side] < -margin }
