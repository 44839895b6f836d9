package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/zonda-checkers/zonda/cmd/internal/agreement"
	"github.com/zonda-checkers/zonda/cmd/internal/chart"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/file"
	"github.com/zonda-checkers/zonda/search"
)

type agreementCommand struct {
	Files       []string `arg:"" name:"games.pdn" help:"Games, as zonda match --pdn writes them."`
	Shallow     int      `help:"The first depth, in plies (default ${default})." default:"5" placeholder:"N"`
	Deep        int      `help:"The depth whose move counts (default ${default})." default:"21" placeholder:"N"`
	Positions   int      `help:"Take so many, evenly spread over the games (default: all)." placeholder:"N"`
	Concurrency int      `help:"Positions at once, each on one thread (default ${default})." default:"1" placeholder:"N"`
	Hash        int      `help:"Transposition table of each search in MiB (default ${default})." default:"64" placeholder:"MIB"`
	JSON        bool     `name:"json" help:"Print one JSON object; progress goes to stderr."`
	Plot        string   `help:"Draw the agreement by depth." placeholder:"FILE.svg|png"`
}

func (c agreementCommand) Help() string {
	return `Searches the positions of games, where there is a choice of moves and each once, to the deep depth
with an empty table, and says how often the move of every depth from the shallow one on is the deep
one: in all positions and by phase. The figures are the same in every run. Ctrl-C prints those of the positions
done. docs/testing.md says more.

Examples:
  zonda agreement games.pdn
  zonda agreement games.pdn --deep 13 --positions 200
  zonda agreement a.pdn b.pdn --shallow 5 --deep 21 --positions 1000 --concurrency 2 --plot agreement.svg`
}

// Validate is called by the command line parser.
func (c *agreementCommand) Validate() error {
	switch {
	case c.Shallow < 1:
		return fmt.Errorf("shallow %d is less than 1", c.Shallow)
	case c.Deep <= c.Shallow || c.Deep > int(search.MaxDepth):
		return fmt.Errorf("deep %d is not between %d and %d", c.Deep, c.Shallow+1, search.MaxDepth)
	case c.Positions < 0:
		return fmt.Errorf("positions %d is less than 0", c.Positions)
	case c.Concurrency < 1:
		return fmt.Errorf("concurrency %d is less than 1", c.Concurrency)
	case c.Plot == "":
		return nil
	}
	if err := chart.Format(c.Plot); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	if _, err := os.Stat(filepath.Dir(c.Plot)); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}

func (c agreementCommand) Run(ctx context.Context) error {
	positions, err := c.read()
	if err != nil {
		return err
	}
	settings := agreement.Settings{
		Shallow: search.Depth(c.Shallow), Deep: search.Depth(c.Deep), HashMiB: c.Hash, Concurrency: c.Concurrency,
	}
	out := agreement.NewPrinter(settings, c.JSON, len(positions))
	err = agreement.Run(ctx, positions, settings, out.Trial)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		out.Clear()
		return err
	}
	err = out.Finish(c.Plot)
	if interrupted {
		err = errors.Join(err, fmt.Errorf("interrupted after %d of %d positions", out.Trials(), len(positions)))
	}
	return err
}

// read returns the positions to be searched.
func (c agreementCommand) read() ([]board.Position, error) {
	var found agreement.Positions
	for _, name := range c.Files {
		if err := file.Read(name, found.Read); err != nil {
			return nil, err
		}
	}
	positions := found.Spread(c.Positions)
	if len(positions) == 0 {
		return nil, errors.New("there is no choice of moves in any position of the games")
	}
	return positions, nil
}
