package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/cpu"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/solve"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/internal/file"
)

type solveCommand struct {
	Files          []string `arg:"" name:"file" help:"Suites: CSV with a header, .epd or .txt with a FEN a line, PDN with FEN and Result, .jsonl with an object a line. With --compare: two saved runs."`
	cli.LimitFlags `set:"usual=1000 ms"`
	solve.Settings
	searchFlags
	JSON    bool   `name:"json" help:"Print one JSON object instead of rows."`
	Save    string `help:"Keep the run, to compare it with another one." placeholder:"FILE.json" endings:".json"`
	Plot    string `help:"Draw how many were solved by when." placeholder:"FILE.svg|png" endings:".svg,.png"`
	Compare bool   `help:"Search nothing: compare two saved runs, the older one first."`
}

func (c solveCommand) Help() string {
	return `A position counts as solved if the move found is a key move, or is proven to keep the value too. Where no key moves are known it
must be none to avoid, and WIN and LOSS need a proven score or one of 1.5 men, DRAW a score within half a man.
In a row, the columns left of the bar are of the whole search; those right of it say from when on it had the solution.
docs/suites.md has the formats.

Examples:
  zonda solve testdata/problems.csv
  zonda solve a.csv b.epd c.pdn --movetime 5000 --threads 2 --plot curve.svg
  zonda solve testdata/problems.csv --depth 15 --json
  zonda solve testdata/problems.csv --nodes 1000000 --save old.json
  zonda solve --compare old.json new.json
  zonda solve testdata/slips.csv --nodes 400000 --as-played --without half-depth --save new.json`
}

// Validate is called by the command line parser.
func (c *solveCommand) Validate() error {
	switch {
	case !c.Compare:
		return c.searchFlags.Validate()
	case len(c.Files) != 2:
		return fmt.Errorf("compare needs two saved runs, OLD.json and NEW.json, not %d", len(c.Files))
	case c.Given() || c.Save != "" || c.AsPlayed || len(c.searchFlags.Without)+len(c.searchFlags.Parameter) > 0:
		return errors.New("compare searches nothing: it goes with --json and --plot alone")
	}
	return nil
}

func (c *solveCommand) Run(ctx context.Context) error {
	if err := cli.CheckFolders(c.Save, c.Plot); err != nil { // before long work
		return err
	}
	if c.Compare {
		return solve.CompareRuns(cli.Stdout, c.Files[0], c.Files[1], c.Plot, c.JSON)
	}
	suites, problems, err := c.read(ctx)
	if err != nil {
		return err
	}
	c.Settings.MoveTime, c.Settings.Depth, c.Settings.Nodes = c.Limits()
	c.Settings.Without, c.Settings.Parameter = c.searchFlags.Without, c.searchFlags.Parameter
	record := solve.NewRecord(c.Settings, suites)
	out := solve.NewPrinter(cli.Stdout, c.JSON, len(problems))
	journal, err := solve.OpenJournal(record, problems)
	if err != nil {
		return err
	}
	cpu.Spare()
	err = c.search(ctx, problems, journal, record, out)
	record.Interrupted = errors.Is(err, context.Canceled)
	if err != nil && !record.Interrupted {
		return err
	}
	err = errors.Join(c.keep(record), out.Finish(record))
	if !record.Interrupted {
		return err
	}
	interrupted := fmt.Errorf("interrupted after %d of %d positions", record.Total, len(problems))
	if journal.Journal != nil {
		interrupted = fmt.Errorf("%w: the same command goes on from there", interrupted)
	}
	return errors.Join(err, interrupted)
}

// search searches the problems, behind those that an interrupted run of the same command has done.
func (c *solveCommand) search(ctx context.Context, problems []suite.Problem, journal *solve.Journal, record *solve.Record, out *solve.Printer) error {
	for _, p := range journal.Done {
		record.Restore(p)
		out.Position(p)
	}
	if n := len(journal.Done); n > 0 {
		fmt.Fprintf(os.Stderr, "resumed: %d positions are done\n", n)
	}
	var failed error
	err := solve.Run(ctx, problems[len(journal.Done):], c.Settings, func(a solve.Attempt) {
		p := record.Add(a)
		out.Position(p)
		failed = errors.Join(failed, journal.Add(p))
	})
	return errors.Join(err, failed, journal.End(err == nil))
}

// read returns the suites in all files, and their problems.
func (c *solveCommand) read(ctx context.Context) (suites []suite.Suite, problems []suite.Problem, err error) {
	cli.HintStdin(c.Files, "Type positions, one a line, such as B:WK29:BK1,K2")
	for _, name := range c.Files {
		var read suite.Suite
		err := file.Read(ctx, name, func(name string, from io.Reader) (err error) {
			read, err = suite.Read(name, from)
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		for _, bad := range read.Malformed {
			fmt.Fprintln(os.Stderr, "skipped:", bad)
		}
		for _, odd := range read.Doubtful {
			fmt.Fprintln(os.Stderr, "doubtful:", odd)
		}
		if len(read.Problems) == 0 {
			fmt.Fprintf(os.Stderr, "warning: %s has no problem to search\n", name)
		}
		suites = append(suites, read)
		problems = append(problems, read.Problems...)
	}
	if len(problems) == 0 {
		return nil, nil, errors.New("there is no position to solve")
	}
	return suites, problems, nil
}

// keep writes the files that were asked for.
func (c *solveCommand) keep(r *solve.Record) error {
	var failed error
	if c.Save != "" {
		failed = r.Save(c.Save)
	}
	if c.Plot != "" {
		failed = errors.Join(failed, solve.Plot(c.Plot, solve.NamedRun{Run: r}))
	}
	return failed
}
