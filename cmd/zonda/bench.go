package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/tuning"
	"github.com/zonda-checkers/zonda/search"
)

type benchCommand struct {
	searchFlags
	Evaluation string `help:"The evaluation: linear or network (default ${default})." enum:"${evaluations}" default:"${evaluation}" placeholder:"NAME"`
	Network    string `help:"A network file in place of the network in the program." placeholder:"FILE"`
	Profile    string `help:"Write a profile of the processor's time, for go tool pprof." placeholder:"FILE"`
}

func (c benchCommand) Help() string {
	return fmt.Sprintf(`The node total is the signature of search and evaluation, the same on every machine.

Techniques: %s
Parameters: %s

Examples:
  zonda bench
  zonda bench --without half-depth,killers
  zonda bench --parameter deficit=50,compensation=25
  zonda bench --evaluation linear
  zonda bench --profile bench.pprof`, search.TechniqueNames(), search.ParameterNames())
}

// searchFlags change the search, to measure what its techniques and parameters are worth.
type searchFlags struct {
	Without   []string `help:"Leave out techniques of the search, to measure their worth." placeholder:"TECHNIQUE"`
	Parameter []string `help:"Other values for parameters of the search." placeholder:"NAME=VALUE"`
}

// Validate is called by the command line parser.
func (f *searchFlags) Validate() error {
	_, _, err := f.parse()
	return err
}

// parse returns the techniques and the parameters of the flags.
func (f *searchFlags) parse() (use search.Techniques, parameters search.Parameters, err error) {
	if use, err = search.AllTechniques().Without(f.Without...); err != nil {
		return use, parameters, err
	}
	parameters, err = search.DefaultParameters().With(f.Parameter...)
	return use, parameters, err
}

func (c benchCommand) Run(ctx context.Context) error {
	use, parameters, err := c.parse()
	if err != nil {
		return err
	}
	evaluator, err := tuning.Evaluator(c.Evaluation, c.Network)
	if err != nil {
		return err
	}
	var total search.BenchResult
	err = cli.Profiled(c.Profile, func() (err error) {
		total, err = search.Bench(ctx, evaluator, use, parameters, func(r search.BenchResult) {
			fmt.Fprintf(cli.Stdout, "%2d depth %2d score %-8s nodes %10d time %6d ms\n",
				r.Number, r.Best.Depth, r.Best.Score, r.Nodes, r.Time.Milliseconds())
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	_, err = fmt.Fprintln(cli.Stdout, total)
	return err
}

type perftCommand struct {
	Depth  int             `required:"" help:"Plies to count." placeholder:"N" min:"0" max:"${max_perft}"`
	FEN    *board.Position `name:"fen" help:"Position to start from; without it the starting position." placeholder:"FEN"`
	Divide bool            `help:"Print a line MOVE COUNT for every move."`
	Unique bool            `help:"Count captures with the same from, to and captured pieces once."`
}

func (c perftCommand) Help() string {
	return `Without --unique every capture path counts apart, as in published tables.

Examples:
  zonda perft --depth 12
  zonda perft --depth 6 --divide --fen B:WK19,K27,K32:BK9,K20,K22,28`
}

func (c perftCommand) Run(ctx context.Context) error {
	p := board.Start()
	if c.FEN != nil {
		p = *c.FEN
	}
	convention := board.Sequences
	if c.Unique {
		convention = board.Results
	}
	perft := board.NewPerft(convention)
	total := uint64(0)
	var err error
	if c.Divide && c.Depth > 0 {
		err = perft.Divide(ctx, p, c.Depth, func(text string, n uint64) {
			fmt.Fprintln(cli.Stdout, text, n)
			total += n
		})
	} else {
		total, err = perft.Count(ctx, p, c.Depth)
	}
	if errors.Is(err, context.Canceled) {
		return errors.New("perft was interrupted")
	}
	if err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	_, err = fmt.Fprintln(cli.Stdout, "total", total)
	return err
}
