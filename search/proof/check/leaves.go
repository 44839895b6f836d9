package check

import (
	"encoding/csv"
	"io"
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

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
