package main

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/tuning"
	"github.com/zonda-checkers/zonda/search"
)

type benchCommand struct {
	Without    []string `help:"Leave out techniques of the search, to measure their worth." placeholder:"TECHNIQUE"`
	Parameter  []string `help:"Other values for parameters of the search." placeholder:"NAME=VALUE"`
	Evaluation string   `help:"The evaluation: linear or network (default ${default})." enum:"${evaluations}" default:"${evaluation}" placeholder:"NAME"`
	Network    string   `help:"A network file in place of the network in the program." placeholder:"FILE"`
	Profile    string   `help:"Write a profile of the processor's time, for go tool pprof." placeholder:"FILE"`
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

// Validate is called by the command line parser.
func (c *benchCommand) Validate() error { return checkSearch(c.Without, c.Parameter) }

// checkSearch returns an error if there is no such technique or parameter of the search.
func checkSearch(without, parameters []string) error {
	_, err := search.AllTechniques().Without(without...)
	if err == nil {
		_, err = search.DefaultParameters().With(parameters...)
	}
	return err
}

func (c benchCommand) Run(ctx context.Context) error {
	use, err := search.AllTechniques().Without(c.Without...)
	if err != nil {
		return err
	}
	parameters, err := search.DefaultParameters().With(c.Parameter...)
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
