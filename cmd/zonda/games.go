package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/pdncheck"
	"github.com/zonda-checkers/zonda/internal/file"
)

// pdnCommand holds the commands for files of games.
type pdnCommand struct {
	Check pdnCheckCommand `cmd:"" help:"List what is wrong with files of games, and write them clean."`
}

type pdnCheckCommand struct {
	Files    []string `arg:"" name:"games.pdn" help:"Files to look at."`
	Strict   bool     `help:"List departures from strict PDN 3.0, too; without it they are only counted."`
	Out      string   `help:"Write the games of all files in strict PDN 3.0." placeholder:"FILE.pdn"`
	Openings bool     `help:"Give games of --out that have no tag Opening the name of their opening."`
	JSON     bool     `name:"json" help:"Print one JSON object."`
}

// Validate is called by the command line parser.
func (c pdnCheckCommand) Validate() error {
	if c.Openings && c.Out == "" {
		return errors.New("--openings names the openings in the games of --out, which is missing")
	}
	return nil
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
  zonda pdn check old.pdn --out clean.pdn --openings`
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
	list.Openings = c.Openings
	for _, name := range c.Files {
		if err := file.Read(ctx, name, list.Read); err != nil {
			return err
		}
	}
	return list.Finish()
}
