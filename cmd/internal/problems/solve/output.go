package solve

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// Printer prints rows as positions are done and tables at the end, or one JSON
// object, and a progress bar if a person watches.
type Printer struct {
	*cli.Meter
	out      io.Writer
	asJSON   bool
	rows     int // printed
	problems int
}

// NewPrinter returns a printer of a run of this number of problems.
func NewPrinter(out io.Writer, asJSON bool, problems int) *Printer {
	return &Printer{Meter: cli.NewMeter(out), out: out, asJSON: asJSON, problems: problems}
}

// The widths of columns that hold texts of any length, in characters: rows fit 110.
const (
	idWidth     = 18
	moveWidth   = 8
	answerWidth = 23
)

// rowFormat is the format of a row: outcome, id, move and score; depth, time and nodes of the search;
// depth, time and nodes up to the solution; the wanted answer.
const rowFormat = "%-6s %-18s %-8s %-8s %3v %7v %7v | %3v %7v %7v  %s"

// Position prints a row, and the heading before the first row.
func (p *Printer) Position(at Position) {
	if !p.asJSON {
		if p.rows == 0 {
			p.Line(rowFormat, "", "id", "move", "score", "ply", "time", "nodes", "ply", "since", "nodes", "wanted")
		}
		p.row(at)
	}
	p.rows++
	p.Step("positions", "positions", uint64(p.rows), uint64(p.problems))
}

func (p *Printer) row(at Position) {
	outcome := "-"
	if at.Solved != nil {
		outcome = "failed"
	}
	var depth, since, nodes any = "", "", ""
	if s := at.Solution; s != nil {
		outcome, depth, since, nodes = "solved", s.Depth, timeText(s.Milliseconds), nodesText(s.Nodes)
	}
	answer := at.Wanted
	if at.Line != "" {
		answer += " (" + at.Line + ")"
	}
	line := fmt.Sprintf(rowFormat, outcome, cli.Fit(at.ID, idWidth), cli.Fit(at.Move, moveWidth), at.Score,
		at.Depth, timeText(float64(at.TimeMS)), nodesText(at.Nodes), depth, since, nodes, cli.Fit(answer, answerWidth))
	p.Line("%s", strings.TrimRight(line, " "))
}

// timeText returns a time in seven characters.
func timeText(milliseconds float64) string {
	const second = 1000
	switch {
	case milliseconds < 10:
		return tenths(milliseconds) + " ms"
	case milliseconds < 10*second:
		return fmt.Sprintf("%.0f ms", milliseconds)
	case milliseconds < 1000*second:
		return tenths(milliseconds/second) + " s"
	}
	return fmt.Sprintf("%.0f s", milliseconds/second)
}

// tenths returns a number with one digit behind the point, unless that is 0.
func tenths(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

// nodesText returns a number in seven characters.
func nodesText(n uint64) string {
	const million = 1_000_000
	switch {
	case n < 10*million:
		return fmt.Sprint(n)
	case n < 10_000*million:
		return fmt.Sprintf("%.1fM", float64(n)/million)
	}
	return fmt.Sprintf("%.1fG", float64(n)/(1000*million))
}

// Finish prints the summary, or everything as JSON, and returns what failed.
func (p *Printer) Finish(r *Record) error {
	p.Clear()
	if p.asJSON {
		return r.Write(p.out)
	}
	for _, m := range []Measure{Time, Nodes, Depth} {
		if r.Conditions.Limit(m) > 0 {
			p.curve(r, m)
		}
	}
	p.Line("")
	p.suites(r)
	unanswered := ""
	if r.Unanswered > 0 {
		unanswered = fmt.Sprintf("; without a known answer: %d", r.Unanswered)
	}
	p.Line("%d of %d solved in %.1f s, %d nodes%s; rows skipped: %d", r.Solved, r.Answered(),
		(time.Duration(r.TimeMS) * time.Millisecond).Seconds(), r.Nodes, unanswered, r.Skipped)
	return p.Err()
}

// suites prints the result of each suite, if there are several.
func (p *Printer) suites(r *Record) {
	if len(r.Conditions.Suites) < 2 {
		return
	}
	rest := r.Positions
	for _, s := range r.Conditions.Suites {
		own := rest[:min(s.Problems, len(rest))]
		rest = rest[len(own):]
		solved, answered := 0, 0
		for _, at := range own {
			if at.Solved != nil {
				answered++
			}
			if at.Solution != nil {
				solved++
			}
		}
		p.Line("%s (%s): %d of %d solved, %d searched, rows skipped: %d",
			s.File, s.Format, solved, answered, len(own), s.Skipped)
	}
}
