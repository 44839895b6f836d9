package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/shipped"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/egdb"
)

type problemsMeasureCommand struct {
	File   string `arg:"" optional:"" help:"Problems that zonda problems make has written (default: those in the program)."`
	Sample int    `help:"Measure one problem in N (default ${default})." default:"10" placeholder:"N" min:"1"`
	Tries  int    `help:"How often each level plays a problem (default ${default})." default:"10" placeholder:"N" min:"1"`
	Seed   uint64 `help:"Decides the choices of the levels (default ${default})." default:"1" placeholder:"N"`
}

func (problemsMeasureCommand) Help() string {
	return `Each of the ten levels plays each problem, with its random choices, and solves it if all its moves keep what the problem
promises, to the end of the line. Prints for each problem the rating of the file and the one that fits these results, and at the end how
both go together: the rank correlation, and by how much the second is higher.

Examples:
  zonda problems measure
  zonda problems measure problems.csv --sample 1 --tries 30`
}

func (c problemsMeasureCommand) Run(ctx context.Context) (err error) {
	all, err := c.read(ctx)
	if err != nil {
		return err
	}
	db, err := egdb.Open(egdb.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	finder := problems.NewFinder(db)
	var computed, measured []float64
	higher := 0.0
	progress := cli.NewMeter(os.Stderr)
	defer progress.Clear()
	for i := 0; i < len(all) && ctx.Err() == nil; i += c.Sample {
		progress.Step("measuring", "problems", uint64(i), uint64(len(all)))
		p := all[i]
		rating := finder.Measure(p, c.Tries, c.Seed)
		computed, measured = append(computed, p.Rating), append(measured, rating)
		higher += rating - p.Rating
		fmt.Fprintf(cli.Stdout, "%-14s %4.0f %4.0f\n", p.ID, p.Rating, rating)
	}
	if n := len(measured); n > 1 {
		fmt.Fprintf(cli.Stdout, "%d problems, %s of each level: rank correlation %.2f, measured ratings are higher by %.0f\n",
			n, cli.Count(c.Tries, "try", "tries"), problems.RankCorrelation(computed, measured), higher/float64(n))
	}
	return cli.Interrupted(ctx, ctx.Err(), fmt.Sprintf("%d problems were measured", len(measured)))
}

// read reads the file, or the problems in the program.
func (c problemsMeasureCommand) read(ctx context.Context) ([]suite.Problem, error) {
	if c.File != "" {
		return readRated(ctx, c.File)
	}
	own, err := shipped.Read()
	return own.Problems, err
}
