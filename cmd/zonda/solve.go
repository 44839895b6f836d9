package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/engine/solve"
	"github.com/zonda-checkers/zonda/search"
)

type solveCommand struct {
	Files    []string `arg:"" name:"file" help:"CSV files with a header: id, fen, and result or key_moves."`
	MoveTime *int     `name:"movetime" help:"Milliseconds a position; 1000 if no depth is given either." placeholder:"MS"`
	Depth    *int     `help:"Plies a position." placeholder:"N"`
	Threads  int      `help:"Threads of each search." default:"1" placeholder:"N"`
	Hash     int      `help:"Transposition table in MiB." default:"64" placeholder:"MIB"`
	NoEGDB   bool     `name:"no-egdb" help:"Ask no endgame databases, to measure their worth."`
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
const defaultMoveTime = time.Second

// Validate is called by the command line parser.
func (c *solveCommand) Validate() error {
	if c.MoveTime != nil && *c.MoveTime < 1 {
		return fmt.Errorf("movetime %d is less than 1", *c.MoveTime)
	}
	if c.Depth != nil && (*c.Depth < 1 || *c.Depth > int(search.MaxDepth)) {
		return fmt.Errorf("depth %d is not between 1 and %d", *c.Depth, search.MaxDepth)
	}
	return nil
}

// settings returns how each position is to be searched.
func (c *solveCommand) settings() solve.Settings {
	s := solve.Settings{Threads: c.Threads, HashMiB: c.Hash, WithoutDatabases: c.NoEGDB}
	if c.Depth != nil {
		s.Depth = search.Depth(*c.Depth)
	}
	switch {
	case c.MoveTime != nil:
		s.MoveTime = time.Duration(*c.MoveTime) * time.Millisecond
	case c.Depth == nil:
		s.MoveTime = defaultMoveTime
	}
	return s
}

func (c *solveCommand) Run(ctx context.Context) error {
	problems, skipped, err := c.read()
	if err != nil {
		return err
	}
	out := newSolveOutput(os.Stdout, c.JSON, len(problems))
	summary, err := solve.Run(ctx, problems, c.settings(), out.attempt)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if err := out.finish(summary, skipped); err != nil {
		return err
	}
	if interrupted {
		return fmt.Errorf("interrupted after %d of %d positions", summary.Problems, len(problems))
	}
	return nil
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
