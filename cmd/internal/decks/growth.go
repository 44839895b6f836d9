package decks

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Growth says how a deck grows from another.
type Growth struct {
	Plies  int        // to add to each opening, in all ways; 0 keeps the openings and their numbers
	Nodes  uint64     // of the search that judges a position
	Within eval.Score // how far from level a position that is kept may be
	Seed   uint64     // of the order
}

// Scored is an opening and what a search thinks of its end.
type Scored struct {
	openings.Opening
	Score eval.Score // for the side to move
}

// Run returns every position that g.Plies plies after the openings lead to, each once, if a search
// finds the position level. It calls report with the number of positions searched and the number of
// all.
func (g Growth) Run(ctx context.Context, from []openings.Opening, report func(done, all int)) ([]Scored, error) {
	e, err := engine.New(engine.Config{})
	if err != nil {
		return nil, err
	}
	kept, err := g.level(ctx, e, g.grow(from), report)
	if err = errors.Join(err, e.Close()); err != nil {
		return nil, err
	}
	rand.New(rand.NewPCG(g.Seed, 0)).Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	return kept, nil
}

// grow returns the openings with all ways to go on for some plies, each position once.
func (g Growth) grow(from []openings.Opening) []openings.Opening {
	for range g.Plies {
		seen := map[board.Position]bool{}
		var grown []openings.Opening
		for _, o := range from {
			p := o.Game().Position()
			for m := range p.Legal() {
				if after := p.Play(m); !seen[after] && after.HasMove() {
					seen[after] = true
					grown = append(grown, openings.Opening{Start: o.Start, Moves: append(slices.Clone(o.Moves), m)})
				}
			}
		}
		from = grown
	}
	return from
}

// level returns the openings that a search finds level.
func (g Growth) level(ctx context.Context, e *engine.Engine, from []openings.Opening, report func(done, all int)) (kept []Scored, err error) {
	for i, o := range from {
		report(i, len(from))
		score, err := g.score(ctx, e, o)
		if err != nil {
			return nil, err
		}
		if -g.Within <= score && score <= g.Within {
			kept = append(kept, Scored{o, score})
		}
	}
	return kept, nil
}

// score returns the score of the position at the end of an opening, after a search.
func (g Growth) score(ctx context.Context, e *engine.Engine, o openings.Opening) (eval.Score, error) {
	if err := e.NewGame(); err != nil {
		return 0, err
	}
	best, err := e.Play(ctx, o.Game(), search.Limits{Nodes: g.Nodes})
	return best.Score, err
}

// Write writes a deck that was grown from another, with the scores, and how it was made.
func (g Growth) Write(out io.Writer, from string, deck []Scored) error {
	if _, err := fmt.Fprintf(out, "# %d openings: %d plies after those of %s, level within %d hundredths of a man after %d nodes of %s %s; order by seed %d.\n",
		len(deck), g.Plies, from, g.Within, g.Nodes, engine.Name, engine.Version, g.Seed); err != nil {
		return err
	}
	rows := [][]string{{"no", "moves", "fen", "score"}}
	for i, o := range deck {
		fen := ""
		if o.Start != board.Start() {
			fen = o.Start.FEN()
		}
		number := o.ID
		if g.Plies > 0 {
			number = fmt.Sprintf("%04d", i+1)
		}
		rows = append(rows, []string{number, o.Start.LineText(o.Moves), fen, strconv.Itoa(int(o.Score))})
	}
	return csv.NewWriter(out).WriteAll(rows)
}
