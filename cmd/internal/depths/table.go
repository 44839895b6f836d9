package depths

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// heading is the heading of the column of positions.
const heading = "depth after"

// Table prints rows, as lines or as JSON objects.
type Table struct {
	out    io.Writer
	times  []time.Duration
	width  int // of the column of positions, in letters
	asJSON bool
}

// NewTable returns a table that has room for the rows.
func NewTable(out io.Writer, rows []Row, times []time.Duration, asJSON bool) Table {
	width := len(heading)
	for _, row := range rows {
		width = max(width, len(row.title()))
	}
	return Table{out, times, width, asJSON}
}

// Header prints the first line, none of JSON objects.
func (t Table) Header() {
	if t.asJSON {
		return
	}
	fmt.Fprintf(t.out, "%-*s", t.width, heading)
	for _, at := range t.times {
		fmt.Fprintf(t.out, " %6v", at)
	}
	fmt.Fprintln(t.out, "   nodes/s  move, score")
}

// Print prints a row.
func (t Table) Print(row Row) error {
	if t.asJSON {
		return json.NewEncoder(t.out).Encode(row)
	}
	var line strings.Builder
	fmt.Fprintf(&line, "%-*s", t.width, row.title())
	for _, d := range row.Depths {
		fmt.Fprintf(&line, " %6d", d.Depth)
	}
	last := row.Depths[len(row.Depths)-1]
	_, err := fmt.Fprintf(t.out, "%s %9d  %s, %s\n", line.String(), row.Rate, last.Move, last.Score)
	return err
}
