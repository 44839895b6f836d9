package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/book/repertoire"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/books"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/training"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

type bookTrainCommand struct {
	Opening   string   `arg:"" optional:"" help:"The number of a ballot, or its name or a part of it; without it the start of the game."`
	Suite     string   `name:"deck" help:"The suite of the opening: ${decks}, a .pdn or a .csv (default ${default})." default:"3move" placeholder:"DECK"`
	Side      string   `help:"Your side: ${enum} (default ${default})." enum:"black,white" default:"black" placeholder:"SIDE"`
	Book      string   `help:"The book (default: that in the program)." placeholder:"FILE.zbk"`
	Questions int      `help:"Questions at most (default ${default})." default:"20" placeholder:"N" min:"1"`
	Moves     int      `help:"Moves of the repertoire (default ${default})." default:"100" placeholder:"N" min:"1"`
	List      bool     `help:"Print the repertoire instead: the likeliest positions first." xor:"what"`
	JSON      bool     `name:"json" help:"With --list: a JSON object a line." needs:"list"`
	Progress  bool     `help:"Print what is known of each opening of the suite instead, as far as it was asked." xor:"what"`
	Games     []string `help:"Say where a player left the book in these games instead." placeholder:"FILE.pdn" xor:"what"`
	Player    string   `help:"With --games: a part of the player's name; without it --side in every game." placeholder:"NAME" needs:"games"`
}

func (bookTrainCommand) Help() string {
	return `Asks for the book's moves of one side after an opening, against all that the opponent may try by the book. A wrong move is
searched for a moment, to say how much worse it is and what follows. What was not known comes again after days. Who plays
a move that the book finds as good may choose it for good. Answers and choices are kept in the user's configuration
folder, with those of the problems.

Examples:
  zonda book train "Oliver's Twister" --side white
  zonda book train 174 --list
  zonda book train --progress
  zonda book train --games my.pdn --player Smith`
}

// Validate is called by the command line parser.
func (c *bookTrainCommand) Validate() error {
	switch {
	case len(c.Games) > 0 && c.Opening != "":
		return errors.New("--games looks at whole games: leave the opening out")
	case c.Progress && c.Opening != "":
		return errors.New("--progress tells of all openings: leave the opening out")
	}
	return nil
}

func (c bookTrainCommand) Run(ctx context.Context) error {
	b, err := books.Open(c.Book)
	if err != nil {
		return err
	}
	suite, err := cli.Suite(c.Suite, true)
	if err != nil {
		return err
	}
	journal := "" // without a folder nothing is known yet
	folder, unkept := cli.ConfigFolder("board")
	if unkept == nil {
		journal = filepath.Join(folder, training.FileName)
	}
	learned, err := training.Load(journal, 0)
	if err != nil {
		return err
	}
	if len(c.Games) > 0 {
		return c.left(b, suite, repertoire.Options{Chosen: learned.Own()})
	}
	avoid, err := antibook.BuiltIn()
	if err != nil {
		return err
	}
	options := repertoire.Options{Most: c.Moves, Chosen: learned.Own(), Loses: antibook.NewSet(avoid).Contains}
	if c.Progress {
		return c.progress(ctx, b, suite, options, learned)
	}
	start := board.NewGame(board.Start())
	if c.Opening != "" {
		o, err := books.FindOpening(suite, c.Opening)
		if err != nil {
			return cli.WrongUse(err)
		}
		start = o.Game()
		fmt.Fprintln(os.Stderr, books.Title(o))
	}
	r, err := repertoire.New(ctx, b, start, c.side(), options)
	switch {
	case err != nil:
		return err
	case len(r.Decisions) == 0:
		return fmt.Errorf("the book knows no move of %s there: with zonda book build --openings %s --decisions %d a book of your own grows", c.Side, c.Suite, c.Moves)
	case c.List:
		return c.print(r)
	case unkept != nil:
		return fmt.Errorf("answers cannot be kept: %w", unkept)
	}
	progress, err := training.Open(journal, 0)
	if err != nil {
		return err
	}
	return books.Training{Repertoire: r, Progress: progress, Most: c.Questions, Weigh: weigh}.Run(ctx, cli.Stdout)
}

// progress prints a line for each opening and side of which something was asked.
func (c bookTrainCommand) progress(ctx context.Context, b *book.Book, suite []openings.Opening, o repertoire.Options, learned training.State) error {
	lines := cli.NewPrinter(cli.Stdout)
	for _, opening := range suite {
		for _, side := range []board.Color{board.Black, board.White} {
			r, err := repertoire.New(ctx, b, opening.Game(), side, o)
			if err != nil {
				return err
			}
			if is := books.Standing(r, learned, time.Now()); is[training.IsNew] < len(r.Decisions) {
				lines.Printf("%s, %v: %d of %s known, %d due, %d come back later\n", books.Title(opening), side, is[training.IsKnown],
					cli.Count(len(r.Decisions), "move", "moves"), is[training.IsDue], is[training.IsLater])
			}
		}
	}
	return lines.Err()
}

// weigh searches a move and that of the repertoire, and says how much worse the move is and what follows.
func weigh(ctx context.Context, d repertoire.Decision, m board.Move) string {
	e, err := engine.New(engine.Config{Hash: 32})
	if err != nil {
		return err.Error()
	}
	defer e.Close() // it has written nothing
	const nodes = 300_000
	scores, line := map[board.Move]eval.Score{}, ""
	for _, tried := range []board.Move{d.Move, m} {
		found, err := e.Play(ctx, board.NewGame(d.Position), search.Limits{Nodes: nodes, MultiPV: 1, SearchMoves: []board.Move{tried}})
		if err != nil {
			return err.Error()
		}
		best := found.All()[0]
		scores[tried], line = best.Score, d.Position.LineText(best.PV[:min(len(best.PV), 6)])
	}
	behind := scores[d.Move] - scores[m]
	if behind < repertoire.UsualAsGood {
		return fmt.Sprintf("A short search finds %s as good: %s", d.Position.MoveText(m), line)
	}
	return fmt.Sprintf("%s is worse by %.2f of a man: %s", d.Position.MoveText(m), float64(behind)/100, line)
}

func (c bookTrainCommand) side() board.Color {
	if c.Side == "white" {
		return board.White
	}
	return board.Black
}

func (c bookTrainCommand) print(r *repertoire.Repertoire) error {
	for _, d := range r.Decisions {
		row := books.NewDecisionReport(r, d)
		if c.JSON {
			if err := json.NewEncoder(cli.Stdout).Encode(row); err != nil {
				return err
			}
		} else if _, err := fmt.Fprintln(cli.Stdout, row.Text()); err != nil {
			return err
		}
	}
	if !c.JSON {
		_, err := fmt.Fprintf(os.Stderr, "%s, and %d more left out; the book ends in %s\n", cli.Count(len(r.Decisions), "move", "moves"), r.Left, cli.Count(len(r.Ends), "position", "positions"))
		return err
	}
	return nil
}

// left prints a line for each game in which the player left the book.
func (c bookTrainCommand) left(b *book.Book, suite []openings.Opening, o repertoire.Options) error {
	all, played, found := 0, 0, 0
	for _, name := range c.Games {
		number := 0 // of the game in the file
		from, err := os.Open(name)
		if err != nil {
			return err
		}
		for g, err := range cli.Games(name, from) {
			if g == nil {
				return errors.Join(fmt.Errorf("%s: %w", name, err), from.Close())
			}
			side, plays := c.sideOf(g)
			all++
			if number++; !plays {
				continue
			}
			played++
			if text := books.LeftText(b, g, side, suite, o); text != "" {
				found++
				fmt.Fprintf(cli.Stdout, "%s, game %d, %s\n", name, number, text)
			}
		}
		if err := from.Close(); err != nil {
			return err
		}
	}
	if c.Player != "" && played == 0 {
		return fmt.Errorf("none of %s has a player %s", cli.Count(all, "game", "games"), board.Quote(c.Player))
	}
	_, err := fmt.Fprintf(os.Stderr, "%d of %s left the book\n", found, cli.Count(played, "game", "games"))
	return err
}

// sideOf returns the side of the player in a game, and false if the player has none.
func (c bookTrainCommand) sideOf(g *pdn.Game) (board.Color, bool) {
	if c.Player == "" {
		return c.side(), true
	}
	has := func(tag string) bool {
		return strings.Contains(strings.ToLower(g.Tags.Get(tag)), strings.ToLower(c.Player))
	}
	if has("White") {
		return board.White, true
	}
	return board.Black, has("Black")
}
