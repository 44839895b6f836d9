package search

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Bounds gives bounds of the values of positions with some numbers of pieces, for the side to move and without the move
// rule: databases of imperfect information (OVER07 section 3.1). They must depend on the position alone. The bounds of a
// position of which nothing is known are Loss and Win.
type Bounds interface {
	// BoundedPieces returns the fewest and the most pieces of the positions that may have bounds.
	BoundedPieces() (fewest, most int)

	// StoredBounds returns the lowest and the highest value that p can have, as they are stored. Nothing is stored for a
	// position with a capture. It never searches.
	StoredBounds(p board.Position) (low, high board.Result)

	// Bounds returns the bounds of p, for which it may play out captures. It may take longer than StoredBounds.
	Bounds(p board.Position) (low, high board.Result)
}

// setBounds gives the worker the bounds of its run.
func (w *worker) setBounds(b Bounds) {
	w.bounds, w.fewestBounded, w.mostBounded = b, 0, 0
	if b != nil {
		w.fewestBounded, w.mostBounded = b.BoundedPieces()
	}
}

// valueBounds returns the bounds of the value of p. They are not asked for if the databases know the value of the root,
// whose search then needs more than values.
func (w *worker) valueBounds(p board.Position) (low, high board.Result) {
	if n := p.Pieces(); n < w.fewestBounded || n > w.mostBounded || w.goal.known() || p.Jumpers() != 0 || p.MoversOf(p.Turn) == 0 {
		return board.Loss, board.Win
	}
	low, high = w.bounds.StoredBounds(p)
	if low > board.Loss || high < board.Win {
		w.hits++
	}
	return low, high
}

// probeBounds returns the score of p, or a bound of it outside the window (alpha, beta), and true if the bounds of p end
// the line.
func (w *worker) probeBounds(p board.Position, alpha, beta eval.Score, ply int) (eval.Score, bool) {
	low, high := w.valueBounds(p)
	switch {
	case low == high:
		return valueScore(p, low, ply), true
	case low == board.Draw:
		return eval.Draw, beta <= eval.Draw
	case high == board.Draw:
		return eval.Draw, alpha >= eval.Draw
	}
	return 0, false
}

// boundedLeaf returns the static score of p, which has no capture, not beyond its bounds.
func (w *worker) boundedLeaf(p board.Position, ply int) eval.Score {
	low, high := w.valueBounds(p)
	switch {
	case low == high:
		return valueScore(p, low, ply)
	case low == board.Draw:
		return max(w.leaf(p, ply), eval.Draw)
	case high == board.Draw:
		return min(w.leaf(p, ply), eval.Draw)
	}
	return w.leaf(p, ply)
}
