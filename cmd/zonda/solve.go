package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/engine/solve"
	"github.com/zonda-checkers/zonda/search"
)

type solveCommand struct {
	Files    []string `arg:"" name:"file" help:"CSV files with a header: id, fen, and result or key_moves." type:"existingfile"`
	MoveTime int      `name:"movetime" help:"Milliseconds a position; 1000 if no depth is given either." placeholder:"MS"`
	Depth    int      `help:"Plies a position." placeholder:"N"`
	Threads  int      `help:"Threads of each search." default:"1" placeholder:"N"`
	Hash     int      `help:"Transposition table in MiB." default:"64" placeholder:"MIB"`
	JSON     bool     `name:"json" help:"Print one JSON object instead of rows."`
}

func (c solveCommand) Help() string {
	return `A position counts as solved if the move found is a key move. Where no key moves
are known, WIN and LOSS need a proven score or one of 1.5 men, DRAW a score within half a man.

Examples:
  zonda solve testdata/problems.csv
  zonda solve a.csv b.csv --movetime 5000 --threads 2
  zonda solve testdata/problems.csv --depth 15 --json`
}

// defaultMoveTime is the time for a position if neither time nor depth is given.
const defaultMoveTime = 1000

// Validate is called by the command line parser.
func (c *solveCommand) Validate() error {
	if c.MoveTime < 0 || c.Depth < 0 || c.Depth > int(search.MaxDepth) {
		return fmt.Errorf("movetime must not be negative, depth lies between 0 and %d", search.MaxDepth)
	}
	if c.MoveTime == 0 && c.Depth == 0 {
		c.MoveTime = defaultMoveTime
	}
	return nil
}

func (c *solveCommand) Run(ctx context.Context) error {
	problems, skipped, err := c.read()
	if err != nil {
		return err
	}
	settings := solve.Settings{
		MoveTime: time.Duration(c.MoveTime) * time.Millisecond,
		Depth:    search.Depth(c.Depth),
		Threads:  c.Threads,
		HashMiB:  c.Hash,
	}
	out := newSolveOutput(c.JSON, len(problems))
	summary, err := solve.Run(ctx, problems, settings, out.attempt)
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return out.finish(summary, skipped)
}

// read returns the problems of all files and how many rows were malformed.
func (c *solveCommand) read() (problems []solve.Problem, skipped int, err error) {
	for _, name := range c.Files {
		file, err := os.Open(name)
		if err != nil {
			return nil, 0, err
		}
		suite, err := solve.ReadCSV(name, file)
		_ = file.Close() // only read
		if err != nil {
			return nil, 0, err
		}
		for _, bad := range suite.Malformed {
			fmt.Fprintln(os.Stderr, "skipped:", bad)
		}
		problems = append(problems, suite.Problems...)
		skipped += len(suite.Malformed)
	}
	return problems, skipped, nil
}

// solveOutput prints rows as positions are done, or one JSON object at the end, and
// a progress bar if a person watches.
type solveOutput struct {
	asJSON bool
	rows   []solveRow
	bar    *progressbar.ProgressBar // nil without a terminal
}

// solveRow is a position in the JSON output.
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

func newSolveOutput(asJSON bool, problems int) *solveOutput {
	o := &solveOutput{asJSON: asJSON}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		o.bar = progressbar.NewOptions(problems,
			progressbar.OptionSetWriter(os.Stderr),
			progressbar.OptionSetDescription("positions"),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish())
	}
	if !asJSON {
		fmt.Printf(solveFormat, "", "id", "move", "score", "depth", "time", "nodes", "wanted")
	}
	return o
}

// solveFormat lays out a row: verdict, id, move, score, depth, time, nodes, wanted.
const solveFormat = "%-7s %-22s %-9s %-9s %5v %9v %12v  %s\n"

func (o *solveOutput) attempt(a solve.Attempt) {
	p := a.Problem
	row := solveRow{
		ID: p.ID, Solved: a.Solved, Move: p.Position.MoveText(a.Best.Move()), Score: a.Best.Score.String(),
		Depth: int(a.Best.Depth), TimeMS: a.Best.Time.Milliseconds(), Nodes: a.Best.Nodes,
		Wanted: p.Wanted(), FEN: p.Position.FEN(),
	}
	o.rows = append(o.rows, row)
	if o.bar != nil {
		_ = o.bar.Clear() // a bar that cannot be drawn is no reason to stop
	}
	if !o.asJSON {
		verdict := "failed"
		if row.Solved {
			verdict = "solved"
		}
		fmt.Printf(solveFormat, verdict, row.ID, row.Move, row.Score, row.Depth,
			fmt.Sprintf("%d ms", row.TimeMS), row.Nodes, row.Wanted)
	}
	if o.bar != nil {
		_ = o.bar.Add(1)
	}
}

func (o *solveOutput) finish(sum solve.Summary, skipped int) error {
	if o.bar != nil {
		_ = o.bar.Finish()
	}
	if !o.asJSON {
		fmt.Printf("%d of %d solved in %.1f s, %d nodes, %d rows skipped\n",
			sum.Solved, sum.Problems, sum.Time.Seconds(), sum.Nodes, skipped)
		return nil
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", "  ")
	return out.Encode(struct {
		Positions []solveRow `json:"positions"`
		Solved    int        `json:"solved"`
		Total     int        `json:"total"`
		Skipped   int        `json:"skipped"`
		TimeMS    int64      `json:"time_ms"`
		Nodes     uint64     `json:"nodes"`
	}{o.rows, sum.Solved, sum.Problems, skipped, sum.Time.Milliseconds(), sum.Nodes})
}
