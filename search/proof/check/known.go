package check

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Known answers positions by the endgame databases. An *egdb.DB is one.
type Known interface {
	// Probe returns the value of a position for its side to move, board.Unknown if there is none.
	Probe(p board.Position) board.Result
	// Complete returns the largest number n such that every position of at most n pieces has a value.
	Complete() int
	// Sum returns a checksum of the values of all positions of up to this number of pieces.
	Sum(pieces int) uint32
}

// checkLeaves returns an error unless the databases are those of the leaves.
func checkLeaves(leaves certificate.Leaves, known Known) error {
	if complete := known.Complete(); leaves.Pieces > complete {
		return fmt.Errorf("the lines end at databases of %d pieces, and the databases here have %d", leaves.Pieces, complete)
	}
	if sum := known.Sum(leaves.Pieces); sum != leaves.Sum {
		return fmt.Errorf("the lines end at databases of %d pieces with the sum %08x, and the databases here have the sum %08x",
			leaves.Pieces, leaves.Sum, sum)
	}
	return nil
}

// value returns the value of a position whose moves are given for its side to move, and where the value comes from. The
// value is board.Unknown if the position is neither the end of a game nor a leaf.
func value(p board.Position, moves []step, leaves certificate.Leaves, known Known) (board.Result, string, error) {
	const theRules = "the rules"
	switch {
	case p.Side(p.Turn.Opponent()) == 0:
		return board.Win, theRules, nil
	case len(moves) == 0: // also if the side to move has no pieces
		return board.Loss, theRules, nil
	case p.Pieces() > leaves.Pieces:
		return board.Unknown, "", nil
	}
	v := known.Probe(p)
	if v == board.Unknown {
		return v, "", fmt.Errorf("the databases have no value of %v", p)
	}
	return v, "the databases", nil
}

// Leaves is a Known that remembers the values it is asked for, so that another program can check the same certificates
// without the databases. It is for one check at a time.
type Leaves struct {
	Known
	values map[board.Position]board.Result
}

// NewLeaves returns a Known that asks another one.
func NewLeaves(known Known) *Leaves { return &Leaves{known, map[board.Position]board.Result{}} }

// Probe returns the value of p and remembers it.
func (l *Leaves) Probe(p board.Position) board.Result {
	v := l.Known.Probe(p)
	l.values[p] = v
	return v
}

// Write writes a line with the FEN of each position and its value for the side to move, as CSV, in the order of the
// lines.
func (l *Leaves) Write(w io.Writer) error {
	rows := make([][]string, 0, len(l.values))
	for p, v := range l.values {
		rows = append(rows, []string{p.FEN(), v.String()})
	}
	slices.SortFunc(rows, slices.Compare)
	return csv.NewWriter(w).WriteAll(append([][]string{{"position", "value"}}, rows...))
}
