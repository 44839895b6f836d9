package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

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
