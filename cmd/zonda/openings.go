package main

import (
	"context"
	"os"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/decks"
	"github.com/zonda-checkers/zonda/eval"
)

type openingsCommand struct {
	From   string `help:"The deck to grow from: 2move, 3move, wide, 11man, a .pdn or a .csv (default ${default})." default:"3move" placeholder:"DECK"`
	Barred bool   `help:"Begin with the barred openings, too."`
	Plies  int    `help:"Moves to add to each opening, in all ways; 0 keeps the openings and their numbers (default ${default})." default:"2" placeholder:"N" min:"0" max:"4"`
	Nodes  uint64 `help:"Nodes of the search that judges a position (default ${default})." default:"20000" placeholder:"N" min:"1"`
	Within int    `help:"Keep positions no farther from level than this, in hundredths of a man (default ${default})." default:"20" placeholder:"CP" min:"0"`
	Seed   uint64 `help:"Decides the order of the openings (default ${default})." default:"1" placeholder:"N"`
}

func (openingsCommand) Help() string {
	return `Prints a deck as CSV: every position that so many plies lead to from the openings of another deck,
once, if a search finds it level, in an order without a pattern. It takes a wide deck to play thousands of
games at fixed nodes.

Examples:
  zonda openings > wide.csv
  zonda openings --from 11man --plies 0 --within 10 > level11.csv
  zonda openings --from 2move --plies 3 --within 10 > level.csv`
}

func (c openingsCommand) Run(ctx context.Context) error {
	_, from, err := decks.Open(c.From, c.Barred)
	if err != nil {
		return err
	}
	growth := decks.Growth{Plies: c.Plies, Nodes: c.Nodes, Within: eval.Score(c.Within), Seed: c.Seed}
	progress := cli.NewMeter(os.Stderr)
	kept, err := growth.Run(ctx, from, func(done, all int) {
		progress.Step("searching", "positions", uint64(done), uint64(all))
	})
	progress.Clear()
	if err != nil {
		return cli.Interrupted(ctx, err, "no deck is printed")
	}
	return growth.Write(cli.Stdout, c.From, kept)
}
