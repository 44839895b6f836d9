package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/decks"
	"github.com/zonda-checkers/zonda/cmd/internal/pdncheck"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
)

// pdnCommand holds the commands for files of games.
type pdnCommand struct {
	Check pdnCheckCommand `cmd:"" help:"List what is wrong with files of games, and write them clean."`
}

type pdnCheckCommand struct {
	Files  []string `arg:"" name:"games.pdn" help:"Files to look at."`
	Strict bool     `help:"List departures from strict PDN 3.0, too; without it they are only counted."`
	Out    string   `help:"Write the games of all files in strict PDN 3.0." placeholder:"FILE.pdn"`
	JSON   bool     `name:"json" help:"Print one JSON object."`
}

func (c pdnCheckCommand) Help() string {
	return `Lists what is wrong, by file, line and game:

  error   what cannot be understood, such as an illegal move, and what is kept as a comment for it
  doubt   what can be read but hardly be right: a result that the board contradicts, a game that comes twice,
          a number that belongs to no move, an ambiguous capture that the moves behind it have decided
  strict  with --strict, where the text departs from strict PDN 3.0, such as captures with a hyphen

With an error the exit status is 1. --out writes what was understood; text behind an error stays as a comment.

Examples:
  zonda pdn check games.pdn
  zonda pdn check old/*.pdn --strict
  zonda pdn check old.pdn --out clean.pdn`
}

func (c pdnCheckCommand) Run(ctx context.Context) error {
	if c.Out == "" {
		return c.check(ctx, io.Discard)
	}
	if err := errors.Join(cli.NotAnInput(c.Out, c.Files), file.Check(c.Out)); err != nil {
		return fmt.Errorf("out: %w", err)
	}
	var wrong *pdncheck.BrokenError
	err := file.WriteWhole(c.Out, func(w io.Writer) error {
		err := c.check(ctx, w)
		if errors.As(err, &wrong) {
			return nil // the file is as clean as it can be
		}
		return err
	})
	if err == nil && wrong != nil {
		return wrong
	}
	return err
}

// check lists what is wrong with all files and writes their games.
func (c pdnCheckCommand) check(ctx context.Context, clean io.Writer) error {
	cli.HintStdin(c.Files, "Paste games in PDN")
	list := pdncheck.NewList(cli.Stdout, c.JSON, c.Strict, clean)
	for _, name := range c.Files {
		if err := file.Read(ctx, name, list.Read); err != nil {
			return err
		}
	}
	return list.Finish()
}

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
