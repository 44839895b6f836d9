package search

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// AntiBook is a set of positions to avoid: a player must not make a move that leads to one of them. With each
// position the set holds its mirror image.
type AntiBook interface {
	// Has reports whether the set holds the position with the given key.
	Has(key uint64) bool

	// Fewest returns the smallest number of pieces of a position in the set.
	Fewest() int
}

// antiBookScore is the score of a position of the anti-book for the side to move, before the plies to the position are
// subtracted. It is larger than every evaluation and smaller than every proven win.
const antiBookScore eval.Score = 15000

// avoidable returns the anti-book for a search of p. It returns nil if p has fewer pieces than all positions of the
// anti-book. It also returns nil if every move leads into the anti-book: then the search looks for the best of them.
func (r *Run) avoidable(p board.Position) AntiBook {
	a := r.sources.AntiBook
	if a == nil || p.Pieces() < a.Fewest() {
		return nil
	}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if r.limits.allows(m) && !a.Has(p.Play(m).Hash()) {
			return a
		}
	}
	return nil
}

// inAntiBook reports whether the position at ply is in the anti-book. The root's position does not count, since it
// cannot be avoided any more.
func (w *worker) inAntiBook(ply int) bool {
	key := w.frames[ply].key
	return w.antiBook.Has(key) && key != w.frames[0].key
}
