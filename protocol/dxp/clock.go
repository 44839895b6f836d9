package dxp

import (
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// clocks keep the time of both sides, by colour, as this side measures it.
type clocks struct {
	bound bool
	moves int              // of each side for the time, 0 for all
	left  [2]time.Duration // may be below 0
	made  [2]int           // moves
}

func newClocks(f Fixture) *clocks {
	all := time.Duration(f.Minutes) * time.Minute
	return &clocks{bound: f.Minutes > 0, moves: f.Moves, left: [2]time.Duration{all, all}}
}

// spend takes the time of a move off a side's clock.
func (c *clocks) spend(side board.Color, elapsed time.Duration) {
	c.made[side]++
	if c.bound {
		c.left[side] -= elapsed
	}
}

// of returns the clock of a side as a search takes it, nil for none.
func (c *clocks) of(side board.Color) *search.Clock {
	if !c.bound {
		return nil
	}
	clock := &search.Clock{Remaining: c.left[side]}
	if c.moves > 0 {
		clock.MovesToGo = max(1, c.moves-c.made[side])
	}
	return clock
}

// allowance returns how long a side may be silent: what its clock has, and some patience.
func (c *clocks) allowance(side board.Color, patience time.Duration) time.Duration {
	return max(0, c.left[side]) + patience
}

// margin is how far a peer's clock may be below 0: the network, and that moves tell whole seconds.
const margin = 5 * time.Second

// over reports whether a side has used up its time, beyond doubt.
func (c *clocks) over(side board.Color) bool { return c.bound && c.left[side] < -margin }
