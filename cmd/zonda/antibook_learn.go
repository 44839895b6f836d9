package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/antibook/learn"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

type antibookLearnCommand struct {
	Games string `arg:"" name:"games.pdn" help:"Games, as zonda match --pdn writes them."`
	Side  string `help:"Only games that a player with this name lost." placeholder:"NAME"`
	Out   string `help:"The file that entries are added to; without it they are only printed." placeholder:"FILE"`
	antibookEffort
	searchCrew `set:"hash=32"`
}

func (antibookLearnCommand) Help() string {
	return `In every game that was lost it finds the last position from which that was so already, though a quick search
liked the move, and though another one would have held: going backwards with searches of growing time, which
know what is to come, and confirming with one that does not. Each is proposed as an entry.

Examples:
  zonda antibook learn games.pdn
  zonda antibook learn games.pdn --side Zonda --out mine.txt`
}

// Validate is called by the command line parser.
func (c *antibookLearnCommand) Validate() error { return c.criterion().Validate() }

func (c antibookLearnCommand) Run(ctx context.Context) error {
	games, err := c.lost()
	if err != nil {
		return err
	}
	options, err := c.options()
	if err != nil {
		return err
	}
	out, keep, done, found := newMeter(os.Stdout), keeper{file: c.Out}, 0, 0
	proposed := map[board.Position]bool{}
	err = learn.Learn(ctx, games, c.criterion(), options, func(_ learn.Game, e *antibook.Entry) {
		done++
		out.step("learn", "games", uint64(done), uint64(len(games)))
		if e != nil && !proposed[e.Position] && !proposed[e.Position.Mirror()] {
			proposed[e.Position] = true
			found++
			keep.add(*e)
			_ = out.line("%s", e)
		}
	})
	out.clear()
	keep.flush()
	_ = newMeter(os.Stderr).line("%d lost games searched, %d entries proposed", done, found)
	return errors.Join(interrupted(ctx, err, fmt.Sprintf("%d of %d games searched", done, len(games))), keep.err)
}

// lost returns the games that the named side lost.
func (c antibookLearnCommand) lost() (lost []learn.Game, err error) {
	games, err := readGames(c.Games)
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		winner, decided := g.Game.Result.Winner()
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

// readGames returns the games of a PDN file as far as they can be read.
func readGames(name string) (all []learn.Game, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() // only read
	games := pdn.NewReader(file)
	for number := 1; ; number++ {
		g, err := games.Read()
		var broken *pdn.GameError
		switch {
		case err == io.EOF && number == 1:
			return nil, fmt.Errorf("%s: no game in the file", name)
		case err == io.EOF:
			return all, nil
		case err != nil && !errors.As(err, &broken):
			return nil, fmt.Errorf("%s: %w", name, err)
		case err != nil:
			fmt.Fprintf(os.Stderr, "%s: %s\n", name, broken)
		}
		all = append(all, learn.Game{Name: fmt.Sprintf("%s game %d", filepath.Base(name), number), Game: g})
	}
}
