package search

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// AntiBook is the positions that the side which just moved must not have entered, and their
// mirrors.
type AntiBook interface {
	// Has reports whether it holds the position with the given key.
	Has(key uint64) bool

	// Fewest returns the least number of pieces of a position in it.
	Fewest() int
}

// SetAntiBook gives the search positions to avoid, nil for none, and forgets what was searched with
// others.
func (s *Searcher) SetAntiBook(a AntiBook) {
	if s.antiBook != a {
		s.antiBook = a
		if s.searched { // to clear a table that nothing was written to takes time all the same
			s.Clear()
		}
	}
}

// entered is the score of a position of the anti-book for the side to move, less the plies to it:
// far more than any evaluation, and no proof.
const entered eval.Score = 15000

// avoidable returns the anti-book for a search of p, nil if it has nothing to say: where every move to be searched
// leads into it, the best of them is to be found.
func (r *Run) avoidable(p board.Position) AntiBook {
	a := r.searcher.antiBook
	if a == nil || p.Pieces() < a.Fewest() {
		return nil
	}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if r.limits.allow(m) && !a.Has(p.Play(m).Hash()) {
			return a
		}
	}
	return nil
}

// blunders reports whether the side that moved to the position at ply has entered the anti-book. The
// root's own position is what it is: nobody can avoid it any more.
func (w *worker) blunders(ply int) bool {
	key := w.frames[ply].key
	return w.antiBook.Has(key) && key != w.frames[0].key
}
