package search

import (
	"reflect"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
)

// Sources are what a search knows of positions besides what it finds itself. With the zero value it has the network in the
// program alone.
type Sources struct {
	Evaluator eval.Evaluator // nil for the network in the program
	Databases Databases      // values of endgames; nil for none
	Bounds    Bounds         // of values; nil for none
	Distances Distances      // to the end of the game; nil for none. A root that they know needs no search, unless Limits.SearchKnown is set
	AntiBook  AntiBook       // positions to avoid; nil for none
}

// Evaluation returns the evaluation, which is never nil.
func (s Sources) Evaluation() eval.Evaluator {
	if s.Evaluator == nil {
		return network.BuiltIn()
	}
	return s.Evaluator
}

// Same reports whether two sources of knowledge are the same. Those of a type that cannot be compared, such as functions, never
// are.
func Same(a, b any) bool {
	if v := reflect.ValueOf(a); v.IsValid() && !v.Comparable() {
		return false
	}
	return a == b
}

// Databases gives the values of endgame positions, for the side to move and without the move rule. The values must
// depend on the position alone.
type Databases interface {
	// Pieces returns the largest number of pieces of a position that the databases may know. They need not know all
	// positions with this number of pieces or fewer.
	Pieces() int

	// ProbeStored returns a value that is stored for p. It returns Unknown if none is stored, as for a position with a
	// capture. It never searches.
	ProbeStored(p board.Position) board.Result

	// Probe returns the value of p if the databases can find it in any way, else Unknown. It may take longer than
	// ProbeStored.
	Probe(p board.Position) board.Result
}

// covers reports whether p has few enough pieces for d.
func covers(d Databases, p board.Position) bool { return d != nil && p.Pieces() <= d.Pieces() }

// probe returns the exact value of p, or Unknown if d does not know it.
func probe(d Databases, p board.Position) board.Result {
	switch {
	case !p.HasMove():
		return board.Loss
	case !covers(d, p):
		return board.Unknown
	}
	return d.Probe(p)
}

// probeDatabases returns the score of p, and true, if the databases end the line at p. A position with a capture is not
// probed, since a search of the capture is faster. A position without a move is not probed, since the search gives it a
// score with the plies to the end.
func (w *worker) probeDatabases(p board.Position, ply int) (eval.Score, bool) {
	if p.Pieces() > w.databasePieces || p.Jumpers() != 0 || p.MoversOf(p.Turn) == 0 {
		return 0, false
	}
	value := w.databases.ProbeStored(p)
	if value == board.Unknown && w.goal.known() {
		value = w.databases.Probe(p)
	}
	if value == board.Unknown {
		return 0, false
	}
	w.hits++
	return w.goal.cutoff(p, value, ply)
}

// Bounds gives bounds of the values of positions with some numbers of pieces, for the side to move and without the move
// rule: databases of imperfect information (Bjoernsson, Schaeffer and Sturtevant 2006). They must depend on the position alone. The bounds of a
// position of which nothing is known are Loss and Win.
type Bounds interface {
	// BoundedPieces returns the fewest and the most pieces of the positions that may have bounds.
	BoundedPieces() (minimum, maximum int)

	// StoredBounds returns the lowest and the highest value that p can have, as they are stored. Nothing is stored for a
	// position with a capture. It never searches.
	StoredBounds(p board.Position) (low, high board.Result)

	// Bounds returns the bounds of p, for which it may play out captures. It may take longer than StoredBounds.
	Bounds(p board.Position) (low, high board.Result)
}

// setBounds gives the worker the bounds of its run.
func (w *worker) setBounds(b Bounds) {
	w.bounds, w.minBounded, w.maxBounded = b, 0, 0
	if b != nil {
		w.minBounded, w.maxBounded = b.BoundedPieces()
	}
}

// valueBounds returns the bounds of the value of p. They are not asked for if the databases know the value of the root,
// whose search then needs more than values.
func (w *worker) valueBounds(p board.Position) (low, high board.Result) {
	if n := p.Pieces(); n < w.minBounded || n > w.maxBounded || w.goal.known() || p.Jumpers() != 0 || p.MoversOf(p.Turn) == 0 {
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
	for m := range p.Legal() {
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

// KnownResult returns the result of game for the side to move, and true, if the game is over by the rules or if
// databases know the value of its last position; databases may be nil. The game's MoveRule
// decides whether the game is over, but values of databases are without it, as Databases says.
func KnownResult(game *board.Game, databases Databases) (board.Result, bool) {
	if o, over := game.Outcome(); over {
		return o.Winner.For(game.Position().Turn), true
	}
	if p := game.Position(); covers(databases, p) {
		result := databases.Probe(p)
		return result, result != board.Unknown
	}
	return board.Unknown, false
}
