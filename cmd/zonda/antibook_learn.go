package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/antibooklearn"
	"github.com/zonda-checkers/zonda/cmd/internal/books"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

type antibookLearnCommand struct {
	Games string `arg:"" name:"games.pdn" help:"Games, as zonda match --pdn writes them."`
	Side  string `help:"Only games that a player with this name lost." placeholder:"NAME"`
	Out   string `help:"The file to which entries are added; without it entries are only printed." placeholder:"FILE"`
	antibooklearn.Criterion
	books.SearchFlags `set:"hash=32"`
}

func (antibookLearnCommand) Help() string {
	return `Searches every lost game backwards for the last move of the loser that a quick search rates as good, although the move
loses and another move does not. The searches of a game get longer and share one table. A search with an empty table
must confirm the loss. Then the position after the move is printed as an entry.

Examples:
  zonda antibook learn games.pdn
  zonda antibook learn games.pdn --side Zonda --out mine.txt`
}

func (c antibookLearnCommand) Run(ctx context.Context) error {
	games, err := c.lost(ctx)
	if err != nil {
		return err
	}
	out, keep, done, found := cli.NewMeter(cli.Stdout), books.Keeper{File: c.Out}, 0, 0
	proposed := map[board.Position]bool{}
	err = antibooklearn.Learn(ctx, games, c.Criterion, c.Options(), func(_ antibooklearn.Game, e *antibook.Entry) {
		done++
		out.Step("learn", "games", uint64(done), uint64(len(games)))
		if e != nil && !proposed[e.Position] && !proposed[e.Position.Mirror()] {
			proposed[e.Position] = true
			found++
			keep.Add(*e)
			out.Line("%s", e)
		}
	})
	out.Clear()
	keep.Flush()
	cli.NewMeter(os.Stderr).Line("%d lost games searched, %d entries proposed", done, found)
	return errors.Join(cli.Interrupted(ctx, err, fmt.Sprintf("%d of %d games searched", done, len(games))), keep.Err())
}

// lost returns the games that the player called c.Side lost, or all games that somebody lost if there
// is no name.
func (c antibookLearnCommand) lost(ctx context.Context) (lost []antibooklearn.Game, err error) {
	games, err := books.GamesOf(ctx, c.Games)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		winner, decided := g.Game.Result.Color()
		if !decided || len(g.Game.Moves) == 0 {
			continue
		}
		g.Loser = winner.Opponent()
		name := g.Game.Tags.Get(map[board.Color]string{board.Black: "Black", board.White: "White"}[g.Loser])
		if c.Side == "" || strings.EqualFold(c.Side, name) {
			lost = append(lost, g)
		}
	}
	if len(lost) == 0 {
		return nil, fmt.Errorf("%s: no game that %s lost", c.Games, cmp.Or(c.Side, "anyone"))
	}
	return lost, nil
}
