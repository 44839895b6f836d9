package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/depths"
	"github.com/zonda-checkers/zonda/cmd/internal/processor"
)

type depthsCommand struct {
	FENs    []string        `arg:"" optional:"" name:"fen" help:"Positions; without any, six named ones."`
	Times   []time.Duration `help:"When to look (default ${default})." default:"100ms,1s,5s,30s" placeholder:"TIME"`
	Threads int             `help:"Threads of the search (default ${default})." default:"1" placeholder:"N"`
	Hash    int             `help:"Transposition table in MiB (default ${default})." default:"256" placeholder:"MIB"`
	Profile string          `help:"Write a profile of the processor's time, for go tool pprof." placeholder:"FILE"`
	JSON    bool            `name:"json" help:"Print a JSON object a position instead of a table."`
}

func (c depthsCommand) Help() string {
	return `Each position is searched once, with an empty table, as in a game without a book; what counts is the last
iteration that was over at each of the times.

Examples:
  zonda depths
  zonda depths --times 1s,5s --threads 2
  zonda depths --times 10s --json B:W21-32:B1-12`
}

// Validate is called by the command line parser.
func (c *depthsCommand) Validate() error {
	for _, t := range c.Times {
		if t <= 0 {
			return fmt.Errorf("times: %v is not positive", t)
		}
	}
	if len(c.Times) == 0 {
		return errors.New("times: there are none")
	}
	slices.Sort(c.Times)
	return nil
}

func (c depthsCommand) Run(ctx context.Context) error {
	rows, err := depths.Rows(c.FENs)
	if err != nil {
		return err
	}
	processor.Spare()
	m, err := depths.NewMeasurement(ctx, c.Times, c.Threads, c.Hash)
	if err != nil {
		return err
	}
	defer m.Close()
	table := depths.NewTable(os.Stdout, rows, c.Times, c.JSON)
	table.Header()
	return cli.Profiled(c.Profile, func() error {
		for _, row := range rows {
			if row.Result, err = m.Search(ctx, row.Position); err != nil {
				return err
			}
			if err := table.Print(row); err != nil {
				return err
			}
		}
		return nil
	})
}
