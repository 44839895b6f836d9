package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/deck"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

type openingsCommand struct {
	From   string `help:"The deck to grow from: 2move, 3move, wide, a .pdn or a .csv; barred openings are left out." default:"3move" placeholder:"DECK"`
	Plies  int    `help:"Moves to add to each opening, in all ways." default:"2" placeholder:"N"`
	Nodes  uint64 `help:"Nodes of the search that judges a position." default:"20000" placeholder:"N"`
	Within int    `help:"Keep positions no farther from level than this, in hundredths of a man." default:"20" placeholder:"CP"`
	Seed   uint64 `help:"Decides the order." default:"1" placeholder:"N"`
}

func (openingsCommand) Help() string {
	return `Prints a deck as CSV: every position that so many plies lead to from the openings of another deck,
once, if a search finds it level, in an order without a pattern. It takes a wide deck to play thousands of
games at fixed nodes.

Examples:
  zonda openings > wide.csv
  zonda openings --from 2move --plies 3 --within 10 > level.csv`
}

// Validate is called by the command line parser.
func (c *openingsCommand) Validate() error {
	const most = 4 // about 7 times as many positions with each ply
	switch {
	case c.Plies < 1 || c.Plies > most:
		return fmt.Errorf("plies %d is not between 1 and %d", c.Plies, most)
	case c.Nodes == 0:
		return errors.New("nodes 0 is less than 1")
	case c.Within < 0:
		return fmt.Errorf("within %d is less than 0", c.Within)
	}
	return nil
}

func (c openingsCommand) Run(ctx context.Context) error {
	_, from, err := openings(c.From, false)
	if err != nil {
		return err
	}
	e := engine.NewForAnalysis()
	kept, err := c.level(ctx, e, c.grow(from))
	if err = errors.Join(err, e.Close()); err != nil {
		return err
	}
	rand.New(rand.NewPCG(c.Seed, 0)).Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	return c.write(os.Stdout, kept)
}

// grow returns the openings with all ways to go on for some plies, each position once.
func (c openingsCommand) grow(from []deck.Opening) []deck.Opening {
	for range c.Plies {
		seen := map[board.Position]bool{}
		var grown []deck.Opening
		for _, o := range from {
			p := o.Game().Position()
			var moves board.MoveList
			p.Moves(&moves)
			for _, m := range moves.Slice() {
				if after := p.Play(m); !seen[after] && after.HasMove() {
					seen[after] = true
					grown = append(grown, deck.Opening{Start: o.Start, Moves: append(slices.Clone(o.Moves), m)})
				}
			}
		}
		from = grown
	}
	return from
}

// level returns the openings that a search finds level.
func (c openingsCommand) level(ctx context.Context, e *engine.Engine, from []deck.Opening) (kept []deck.Opening, err error) {
	progress := newMeter(os.Stderr)
	defer progress.clear()
	for i, o := range from {
		progress.step("searching", "positions", uint64(i), uint64(len(from)))
		score, err := c.score(e, o)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if within := eval.Score(c.Within); -within <= score && score <= within {
			kept = append(kept, o)
		}
	}
	return kept, nil
}

// score returns what a search thinks of the end of an opening.
func (c openingsCommand) score(e *engine.Engine, o deck.Opening) (score eval.Score, err error) {
	if err := errors.Join(e.NewGame(), e.SetGame(o.Game())); err != nil {
		return 0, err
	}
	limits := search.Limits{Nodes: c.Nodes, MultiPV: 1}
	if err := e.Start(limits, nil, func(best search.Info) { score = best.Score }); err != nil {
		return 0, err
	}
	e.Wait()
	return score, nil
}

// write prints the deck and how it was made.
func (c openingsCommand) write(out io.Writer, openings []deck.Opening) error {
	if _, err := fmt.Fprintf(out, "# %d openings: %d plies after those of %s, level within %d hundredths of a man after %d nodes of %s %s; order by seed %d.\n",
		len(openings), c.Plies, c.From, c.Within, c.Nodes, engine.Name, engine.Version, c.Seed); err != nil {
		return err
	}
	rows := [][]string{{"no", "moves", "fen"}}
	for i, o := range openings {
		fen := ""
		if o.Start != board.Start() {
			fen = o.Start.FEN()
		}
		rows = append(rows, []string{fmt.Sprintf("%04d", i+1), o.Start.LineText(o.Moves), fen})
	}
	return csv.NewWriter(out).WriteAll(rows)
}
