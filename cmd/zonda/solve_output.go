package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/engine/solve"
)

// solveOutput prints rows as positions are done, or one JSON object at the end, and
// a progress bar if a person watches.
type solveOutput struct {
	out    io.Writer
	asJSON bool
	report solveReport
	failed error                    // the first failure to write
	bar    *progressbar.ProgressBar // nil without a terminal
}

// solveReport is the JSON output.
type solveReport struct {
	Positions []solveRow `json:"positions"`
	Solved    int        `json:"solved"`
	Total     int        `json:"total"`
	Skipped   int        `json:"skipped"`
	TimeMS    int64      `json:"time_ms"`
	Nodes     uint64     `json:"nodes"`
}

// solveRow is a position in it.
type solveRow struct {
	ID     string `json:"id"`
	Solved bool   `json:"solved"`
	Move   string `json:"move"`
	Score  string `json:"score"`
	Depth  int    `json:"depth"`
	TimeMS int64  `json:"time_ms"`
	Nodes  uint64 `json:"nodes"`
	Wanted string `json:"wanted"`
	FEN    string `json:"fen"`
}

func newSolveOutput(out io.Writer, asJSON bool, problems int) *solveOutput {
	o := &solveOutput{out: out, asJSON: asJSON, report: solveReport{Positions: []solveRow{}}}
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

// solveFormat lays out a row: verdict, id, move, score, depth, time, nodes, wanted.
const solveFormat = "%-7s %-22s %-9s %-9s %5v %9v %12v  %s\n"

// attempt adds a position; the first one brings the heading.
func (o *solveOutput) attempt(a solve.Attempt) {
	p := a.Problem
	row := solveRow{
		ID: p.ID, Solved: a.Solved, Move: p.Position.MoveText(a.Best.Move()), Score: a.Best.ScoreText(),
		Depth: int(a.Best.Depth), TimeMS: a.Best.Time.Milliseconds(), Nodes: a.Best.Nodes,
		Wanted: p.Wanted(), FEN: p.Position.FEN(),
	}
	if o.bar != nil {
		_ = o.bar.Clear() // a bar that cannot be drawn is no reason to stop
	}
	if !o.asJSON {
		if len(o.report.Positions) == 0 {
			o.printf(solveFormat, "", "id", "move", "score", "depth", "time", "nodes", "wanted")
		}
		o.row(row)
	}
	o.report.Positions = append(o.report.Positions, row)
	if o.bar != nil {
		_ = o.bar.Add(1)
	}
}

func (o *solveOutput) row(r solveRow) {
	verdict := "failed"
	if r.Solved {
		verdict = "solved"
	}
	o.printf(solveFormat, verdict, r.ID, r.Move, r.Score, r.Depth, fmt.Sprintf("%d ms", r.TimeMS), r.Nodes, r.Wanted)
}

// printf writes to the output and keeps the first failure for finish.
func (o *solveOutput) printf(format string, arguments ...any) {
	if _, err := fmt.Fprintf(o.out, format, arguments...); err != nil && o.failed == nil {
		o.failed = err
	}
}

// finish prints the summary, or everything as JSON, and returns what failed.
func (o *solveOutput) finish(sum solve.Summary, skipped int) error {
	if o.bar != nil {
		_ = o.bar.Finish()
	}
	if !o.asJSON {
		o.printf("%d of %d solved in %.1f s, %d nodes; rows skipped: %d\n",
			sum.Solved, sum.Problems, sum.Time.Seconds(), sum.Nodes, skipped)
		return o.failed
	}
	r := &o.report
	r.Solved, r.Total, r.Skipped = sum.Solved, sum.Problems, skipped
	r.TimeMS, r.Nodes = sum.Time.Milliseconds(), sum.Nodes
	encoder := json.NewEncoder(o.out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}
