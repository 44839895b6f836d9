package network

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// accumulator evaluates as its network does, and keeps the columns of the last position of each stage. The next position
// of a search differs from it by few tiles, and only their rows are subtracted and added.
type accumulator struct {
	*Network
	last *stageColumns
}

// Fork returns an evaluation with the scores of n that is faster if each position resembles the one before. Only one
// goroutine at a time may use it.
func (n *Network) Fork() eval.Evaluator {
	if worthCaching {
		return newCached(n)
	}
	return newAccumulator(n)
}

func newAccumulator(n *Network) *accumulator {
	return &accumulator{Network: n, last: newStageColumns(2 * n.hidden)}
}

// Evaluate returns what Evaluate of the network returns.
func (a *accumulator) Evaluate(p board.Position) eval.Score { return a.evaluateAny(a.last, p) }

// columns are the sums of the first layer for a position: those of Black's view and then those of White's. Each way to
// evaluate has its own form of them. However the columns of a position were reached, they are the same: a sum on the
// way may wrap around, and the sums of a position, which Network checks, do not.
type columns struct {
	position board.Position // without pieces if the columns are not yet computed
	threats  board.Bitboard // the threatened pieces of the position
	states   uint64         // the states of its tiles, from statesOf

	removed, added rowList // of the last update, here because a list of its own would be cleared by each call

	numbers []int16 // for assembly
	words   words   // for Go
}

// stageColumns are the columns of the last position of each stage.
type stageColumns [Stages]columns

// newStageColumns returns columns that are not yet computed. The width is the number of columns of both views.
func newStageColumns(width int) *stageColumns {
	var s stageColumns
	for stage := range s {
		s[stage] = newColumns(width)
	}
	return &s
}

// of returns the columns of a stage, or nil if s is nil.
func (s *stageColumns) of(stage int) *columns {
	if s == nil {
		return nil
	}
	return &s[stage]
}

// newColumns returns columns that are not yet computed. The width is the number of columns of both views.
func newColumns(width int) columns {
	return columns{numbers: aligned(width), words: make(words, width/blockLanes)}
}

// update makes p the position of the columns, and lists how their numbers become those of p: less the rows removed, plus
// the rows added. Either no row is removed, or as many as are added. If half of the tiles of p or more have changed, update
// returns true, and all rows of p are added to the biases.
func (c *columns) update(p board.Position) (fresh bool) {
	removed, added := &c.removed, &c.added
	removed.count, added.count = 0, 0
	before, old, was := c.position, c.threats, c.states
	states, threats := statesOf(p), threatened(p)
	c.position, c.threats, c.states = p, threats, states
	changed, all := notZero(states^was), notZero(states)
	if 2*bits.OnesCount64(changed) >= bits.OnesCount64(all) {
		added.takeTiles(states, all)
		added.take(p, p.Kings, threats)
		return true
	}
	removed.takeTiles(was, changed)
	added.takeTiles(states, changed)
	if before.Kings|p.Kings|old|threats != 0 {
		kings := (before.Black ^ p.Black) | (before.White ^ p.White) | (before.Kings ^ p.Kings)
		same := old & threats &^ kings
		removed.take(before, before.Kings&kings, old&^same)
		added.take(p, p.Kings&kings, threats&^same)
		removed.fill(added.count)
		added.fill(removed.count)
	}
	return false
}
