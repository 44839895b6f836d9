package search

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Databases answers endgames by their value for the side to move, without the move
// rule. The answers must depend on nothing but the position.
type Databases interface {
	// Pieces returns the largest number of pieces with which positions are answered; not
	// all of them need be.
	Pieces() int

	// Look answers at once or says Unknown, as it does where a capture is pending.
	Look(p board.Position) board.Result

	// Probe answers every position that it can at all; it may take longer than Look.
	Probe(p board.Position) board.Result
}

// SetDatabases gives the search endgame databases, nil for none.
func (s *Searcher) SetDatabases(d Databases) {
	if d != s.databases {
		s.baffled, s.analysis = 0, nil
	}
	s.databases = d
}

// covers reports whether d answers positions with the pieces of p.
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

// look returns the score of p if the databases decide this node. Where a capture is
// pending the search is faster than they are, and where there is no move it knows more.
func (w *worker) look(p board.Position, ply int) (eval.Score, bool) {
	if p.Pieces() > w.reach || p.Jumpers() != 0 || p.MoversOf(p.Turn) == 0 {
		return 0, false
	}
	value := w.databases.Look(p)
	if value == board.Unknown && w.goal.known() {
		value = w.databases.Probe(p)
	}
	if value == board.Unknown {
		return 0, false
	}
	w.hits++
	return w.goal.judge(p, value, ply)
}
