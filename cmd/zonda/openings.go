package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

type openingsCommand struct {
	From   string `name:"openings" help:"The suite to grow from: ${decks}, a .pdn, .csv, .epd or .fen (default ${default})." default:"3move" placeholder:"DECK"`
	Barred bool   `help:"Begin with the barred openings, too."`
	Plies  int    `help:"Moves to add to each opening, in all ways; 0 keeps the openings and their numbers (default ${default})." default:"2" placeholder:"N" min:"0" max:"4"`
	Nodes  uint64 `help:"Nodes of the search that judges a position (default ${default})." default:"20000" placeholder:"N" min:"1"`
	Within int    `help:"Keep positions no farther from level than this, in hundredths of a man (default ${default})." default:"20" placeholder:"CP" min:"0" without:"edge"`
	Edge   bool   `help:"Begin with all ballots of 11man, too, and keep, in place of --within, positions that promise one side 0.58 to 0.70 of a point."`
	JSON   bool   `name:"json" help:"Print a JSON object an opening instead of CSV."`
	Seed   uint64 `help:"Decides the order of the openings (default ${default})." default:"1" placeholder:"N" without:"edge"`
}

func (openingsCommand) Help() string {
	return `Prints a deck as CSV: every position that PLIES plies lead to from the openings of another deck,
once, if a search finds it level, in an order without a pattern. It takes a wide deck to play thousands of
games at fixed nodes.

Examples:
  zonda openings > wide.csv
  zonda openings --edge --nodes 100000 > edge.csv
  zonda openings --openings 11man --plies 0 --within 10 > level11.csv
  zonda openings --openings 2move --plies 3 --within 10 > level.csv`
}

func (c openingsCommand) Run(ctx context.Context) error {
	from, err := cli.Suite(c.From, c.Barred)
	if err != nil {
		return err
	}
	kept, err := c.grown(ctx, from)
	if err != nil {
		return cli.Interrupted(ctx, err, "no suite is printed")
	}
	return c.print(kept)
}

// scoredOpening is an opening and what a search thinks of its end.
type scoredOpening struct {
	openings.Opening
	Score eval.Score // for the side to move
}

// grown returns the candidates that the opening suite keeps, in the order of the opening suite.
func (c openingsCommand) grown(ctx context.Context, from []openings.Opening) ([]scoredOpening, error) {
	candidates, err := c.candidates(from)
	if err != nil {
		return nil, err
	}
	e, err := engine.New(engine.Config{})
	if err != nil {
		return nil, err
	}
	kept, err := c.level(ctx, e, candidates)
	if err = errors.Join(err, e.Close()); err != nil {
		return nil, err
	}
	if c.Edge {
		slices.SortFunc(kept, func(a, b scoredOpening) int { return cmp.Compare(a.Lot(), b.Lot()) })
		return kept, nil
	}
	rand.New(rand.NewPCG(c.Seed, 0)).Shuffle(len(kept), func(i, j int) { kept[i], kept[j] = kept[j], kept[i] })
	return kept, nil
}

// candidates returns the openings that are searched.
func (c openingsCommand) candidates(from []openings.Opening) ([]openings.Opening, error) {
	if !c.Edge {
		return c.grow(from), nil
	}
	all, err := openings.Open("11man", true)
	seen := map[board.Position]bool{}
	for _, o := range all {
		seen[o.Game().Position()] = true
	}
	for _, o := range c.grow(from) { // after an exchange some are mirror images of ballots of 11man
		if p := o.Game().Position(); !seen[p] && !seen[p.Mirror()] {
			all = append(all, o)
		}
	}
	return all, err
}

// keeps reports whether the opening suite has positions of a score.
func (c openingsCommand) keeps(s eval.Score) bool {
	if c.Edge {
		better := max(s.Chance(), (-s).Chance())
		return edgeFrom <= better && better <= edgeTo
	}
	return max(s, -s) <= eval.Score(c.Within)
}

// edgeFrom and edgeTo bound the points that a position of the opening suite "edge" promises the side that is better.
const edgeFrom, edgeTo = 0.58, 0.70

// grow returns the openings with all ways to go on for some plies, each position once.
func (c openingsCommand) grow(from []openings.Opening) []openings.Opening {
	for range c.Plies {
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

// level returns the openings that the opening suite keeps after a search.
func (c openingsCommand) level(ctx context.Context, e *engine.Engine, from []openings.Opening) (kept []scoredOpening, err error) {
	progress := cli.NewMeter(os.Stderr)
	defer progress.Clear()
	for i, o := range from {
		progress.Step("searching", "positions", uint64(i), uint64(len(from)))
		score, err := c.score(ctx, e, o)
		if err != nil {
			return nil, err
		}
		if c.keeps(score) {
			kept = append(kept, scoredOpening{o, score})
		}
	}
	return kept, nil
}

// score returns the score of the position at the end of an opening, after a search.
func (c openingsCommand) score(ctx context.Context, e *engine.Engine, o openings.Opening) (eval.Score, error) {
	if err := e.NewGame(); err != nil {
		return 0, err
	}
	best, err := e.Play(ctx, o.Game(), search.Limits{Nodes: c.Nodes})
	return best.Score, err
}

// print prints an opening suite with the scores, and how it was made.
func (c openingsCommand) print(suite []scoredOpening) error {
	kept, order := fmt.Sprintf("level within %d hundredths of a man", c.Within), fmt.Sprintf("by seed %d", c.Seed)
	if c.Edge {
		kept, order = fmt.Sprintf("and ballots of 11man, which promise one side %.2f to %.2f", edgeFrom, edgeTo), "by a hash of the positions"
	}
	if c.JSON {
		return c.printJSON(suite)
	}
	if _, err := fmt.Fprintf(cli.Stdout, "# %d openings: %d plies after those of %s, %s after %d nodes of %s %s; order %s.\n",
		len(suite), c.Plies, c.From, kept, c.Nodes, engine.Name, engine.Version, order); err != nil {
		return err
	}
	rows := [][]string{{"no", "moves", "fen", "score"}}
	for i, o := range suite {
		fen := ""
		if o.Start != board.Start() {
			fen = o.Start.FEN()
		}
		rows = append(rows, []string{c.number(o, i), o.Start.LineText(o.Moves), fen, strconv.Itoa(int(o.Score))})
	}
	return csv.NewWriter(cli.Stdout).WriteAll(rows)
}

// number returns the number of the opening at a place of the opening suite.
func (c openingsCommand) number(o scoredOpening, place int) string {
	if c.Plies > 0 {
		return fmt.Sprintf("%04d", place+1)
	}
	return o.ID
}

// openingRow is an opening in JSON.
type openingRow struct {
	Number string `json:"no"`
	Moves  string `json:"moves"`
	Start  string `json:"start"` // FEN
	FEN    string `json:"fen"`   // after the moves
	Score  int    `json:"score_cp"`
}

func (c openingsCommand) printJSON(suite []scoredOpening) error {
	out := json.NewEncoder(cli.Stdout)
	for i, o := range suite {
		row := openingRow{c.number(o, i), o.Start.LineText(o.Moves), o.Start.FEN(), o.Game().Position().FEN(), int(o.Score)}
		if err := out.Encode(row); err != nil {
			return err
		}
	}
	return nil
}
