package main

import (
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
)

type ratingsCommand struct {
	Files  []string `arg:"" name:"file" help:"Journals of matches, and games in PDN (.pdn)." placeholder:"FILE"`
	Anchor string   `help:"An engine and its rating: the others are rated against it. Without one the mean of all is 0." placeholder:"NAME=ELO"`
	JSON   bool     `name:"json" help:"Print one JSON object."`
	Plot   string   `help:"Draw the ratings: .svg or .png." placeholder:"FILE" endings:".svg,.png"`
}

func (c ratingsCommand) Help() string {
	return `The games of one opening with colours reversed are a pair, from whose spread the errors are computed. docs/match.md explains the table.

Examples:
  zonda ratings new.match old.match
  zonda ratings games.pdn --anchor cake=2000 --plot ratings.svg
  zonda ratings games.pdn --json`
}

// Validate is called by the command line parser.
func (c ratingsCommand) Validate() error {
	if c.Anchor == "" {
		return nil
	}
	_, _, err := match.ParseAnchor(c.Anchor)
	return err
}

func (c ratingsCommand) Run() error {
	var games match.RatedGames
	for _, path := range c.Files {
		if err := games.Read(path); err != nil {
			return err
		}
	}
	name, elo := "", 0.0
	if c.Anchor != "" {
		name, elo, _ = match.ParseAnchor(c.Anchor) // Validate has checked it
	}
	list, err := games.List(name, elo)
	if err != nil {
		return err
	}
	if c.Plot != "" {
		if err := list.Chart().Save(c.Plot); err != nil {
			return err
		}
	}
	if c.JSON {
		return cli.WriteJSON(cli.Stdout, list)
	}
	_, err = fmt.Fprintln(cli.Stdout, list)
	return err
}
