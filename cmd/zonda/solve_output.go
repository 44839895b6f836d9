package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/engine/solve"
)

// solveOutput prints rows as positions are done and tables at the end, or one JSON
// object, and a progress bar if a person watches.
type solveOutput struct {
	out    io.Writer
	asJSON bool
	rows   int
	failed error                    // the first failure to write
	bar    *progressbar.ProgressBar // nil without a terminal
}

func newSolveOutput(out io.Writer, asJSON bool, problems int) *solveOutput {
	o := &solveOutput{out: out, asJSON: asJSON}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		o.bar = progressbar.NewOptions(problems,
			progressbar.OptionSetWriter(os.Stderr),
			progressbar.OptionSetDescription("positions"),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish())
	}
	return o
}

// The widths of columns that hold texts of any length, in letters: rows fit 110.
const (
	idWidth     = 18
	moveWidth   = 8
	answerWidth = 23
)

// solveFormat lays out a row: verdict, id, move, score, and depth, time and nodes of the
// search in plies; then those of the solution, and what was wanted.
const solveFormat = "%-6s %-18s %-8s %-8s %3v %7v %7v | %3v %7v %7v  %s"

// position prints a row; the first one brings the heading.
func (o *solveOutput) position(p solve.Position) {
	if o.bar != nil {
		_ = o.bar.Clear() // a bar that cannot be drawn is no reason to stop
	}
	if !o.asJSON {
		if o.rows == 0 {
			o.printf(solveFormat+"\n", "", "id", "move", "score", "ply", "time", "nodes", "ply", "since", "nodes", "wanted")
		}
		o.row(p)
	}
	o.rows++
	if o.bar != nil {
		_ = o.bar.Add(1)
	}
}

func (o *solveOutput) row(p solve.Position) {
	verdict := "-"
	if p.Solved != nil {
		verdict = "failed"
	}
	var depth, since, nodes any = "", "", ""
	if s := p.Solution; s != nil {
		verdict, depth, since, nodes = "solved", s.Depth, timeText(s.Milliseconds), nodesText(s.Nodes)
	}
	answer := p.Wanted
	if p.Line != "" {
		answer += " (" + p.Line + ")"
	}
	line := fmt.Sprintf(solveFormat, verdict, fitted(p.ID, idWidth), fitted(p.Move, moveWidth), p.Score,
		p.Depth, timeText(float64(p.TimeMS)), nodesText(p.Nodes), depth, since, nodes, fitted(answer, answerWidth))
	o.printf("%s\n", strings.TrimRight(line, " "))
}

// fitted returns a text cut to a width, with nothing that a terminal would obey.
func fitted(text string, width int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text))
	if len(runes) > width {
		const cut = ".."
		return string(runes[:width-len(cut)]) + cut
	}
	return string(runes)
}

// timeText returns a time in seven letters.
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

// nodesText returns a number in seven letters.
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

// printf writes to the output and keeps the first failure for finish.
func (o *solveOutput) printf(format string, arguments ...any) {
	if _, err := fmt.Fprintf(o.out, format, arguments...); err != nil && o.failed == nil {
		o.failed = err
	}
}

// finish prints the summary, or everything as JSON, and returns what failed.
func (o *solveOutput) finish(r *solve.Record) error {
	if o.bar != nil {
		_ = o.bar.Finish()
	}
	if o.asJSON {
		return r.Write(o.out)
	}
	for _, m := range measures(r.Conditions) {
		o.curve(r, m)
	}
	o.printf("\n")
	o.suites(r)
	unanswered := ""
	if r.Unanswered > 0 {
		unanswered = fmt.Sprintf("; without a known answer: %d", r.Unanswered)
	}
	o.printf("%d of %d solved in %.1f s, %d nodes%s; rows skipped: %d\n", r.Solved, r.Answered(),
		(time.Duration(r.TimeMS) * time.Millisecond).Seconds(), r.Nodes, unanswered, r.Skipped)
	return o.failed
}

// suites prints what became of each suite, where there are several.
func (o *solveOutput) suites(r *solve.Record) {
	if len(r.Conditions.Suites) < 2 {
		return
	}
	rest := r.Positions
	for _, s := range r.Conditions.Suites {
		own := rest[:min(s.Problems, len(rest))]
		rest = rest[len(own):]
		solved, answered := 0, 0
		for _, p := range own {
			if p.Solved != nil {
				answered++
			}
			if p.Solution != nil {
				solved++
			}
		}
		o.printf("%s (%s): %d of %d solved, %d searched, rows skipped: %d\n",
			s.File, s.Format, solved, answered, len(own), s.Skipped)
	}
}
