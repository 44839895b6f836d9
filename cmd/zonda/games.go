package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/games/page"
	"github.com/zonda-checkers/zonda/cmd/internal/games/pdncheck"
	"github.com/zonda-checkers/zonda/internal/file"
)

// pdnCommand holds the commands for files of games.
type pdnCommand struct {
	Check pdnCheckCommand `cmd:"" help:"List what is wrong with files of games, and write them clean."`
	Page  pdnPageCommand  `cmd:"" help:"Write games with their comments, variations and diagrams as an HTML page."`
}

type pdnPageCommand struct {
	Files []string `arg:"" name:"games.pdn" help:"Files of games."`
	Out   string   `help:"The page; without it, it is printed." placeholder:"FILE.html"`
	Title string   `help:"The title (default: the players of a single game, or the name of the file)." placeholder:"TEXT"`
}

func (pdnPageCommand) Help() string {
	return `Writes games as their authors annotated them: one file without anything from outside, for screen and paper, in which the moves can be
played on a board, also those of variations. It works from a disk and on any server; where scripts are forbidden, all but that board is
there. A move with the glyph $201 is followed by a diagram, which has the drawings of the comments [%cal 11-15] and [%csl 14]. A game that does not begin
with the usual start has a diagram there. What an analysis of Zonda has written into the games is left out; zonda analyze --html shows it.

Examples:
  zonda pdn page games.pdn --out games.html
  zonda pdn page round1.pdn round2.pdn --title "Club championship" --out club.html`
}

func (c pdnPageCommand) Run(ctx context.Context) error {
	if c.Out == "" {
		return c.write(ctx, cli.Stdout)
	}
	if err := errors.Join(cli.NotAnInput(c.Out, c.Files), file.Check(c.Out)); err != nil {
		return fmt.Errorf("out: %w", err)
	}
	return file.WriteWhole(c.Out, func(w io.Writer) error { return c.write(ctx, w) })
}

// write writes the page. What is wrong with a game is told, and the rest of it is in the page, unless no game can be read.
func (c pdnPageCommand) write(ctx context.Context, w io.Writer) error {
	cli.HintStdin(c.Files, "Paste games in PDN")
	var games []*pdn.Game
	for _, name := range c.Files {
		read := func(name string, r io.Reader) error {
			for g, err := range cli.Games(name, r) {
				if g == nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				games = append(games, g)
			}
			return nil
		}
		if err := file.Read(ctx, name, read); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(games, (*pdn.Game).StartKnown) {
		return errors.New("there is no game to show")
	}
	title := c.Title
	if title == "" {
		title = page.Title(filepath.Base(c.Files[0]), games)
	}
	return page.WriteGames(w, title, games)
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
