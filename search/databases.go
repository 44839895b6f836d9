package search

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

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
