package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/grow"
	"github.com/zonda-checkers/zonda/engine/board"
)

// bookCommand is the workshop of opening books.
type bookCommand struct {
	Build  bookBuildCommand  `cmd:"" help:"Grow a book by search."`
	Import bookImportCommand `cmd:"" help:"Add the moves of games to a book."`
	Merge  bookMergeCommand  `cmd:"" help:"Add other books to a book."`
	Show   bookShowCommand   `cmd:"" help:"Print what a book knows of a position, or of the book as a whole."`
	Check  bookCheckCommand  `cmd:"" help:"Search a random sample afresh, and say how good the best moves are."`
	Export bookExportCommand `cmd:"" help:"Print a book as games in PDN."`
}

type bookShowCommand struct {
	FEN  string `arg:"" optional:"" name:"fen" help:"The position; without it the book as a whole."`
	Book string `help:"The book (default: that in the program)." placeholder:"FILE.zbk"`
	JSON bool   `name:"json" help:"Print a JSON object."`
}

func (bookShowCommand) Help() string {
	return `Prints a line a move, best first: the score for the side to move with the best play behind it in the book, the score
and depth of the search of the position alone, and the visits.

Examples:
  zonda book show
  zonda book show B:W21-32:B1-12
  zonda book show W:W21-32:B1-10,12,15 --book my.zbk --json`
}

// bookPosition is what a book knows of a position, in JSON.
type bookPosition struct {
	FEN    string         `json:"fen"`
	Source string         `json:"source"`
	Depth  int            `json:"depth"`
	Moves  []bookMoveLine `json:"moves"`
}

// bookMoveLine is a move in JSON; scores are missing where nothing is known.
type bookMoveLine struct {
	Move     string  `json:"move"`
	Score    *string `json:"score,omitempty"`
	Searched *string `json:"searched,omitempty"`
	Depth    int     `json:"depth"`
	Visits   uint32  `json:"visits"`
}

func (c bookShowCommand) Run() (err error) {
	b, err := openBook(c.Book)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if c.FEN == "" {
		return c.summary(b)
	}
	p, err := board.ParseFEN(c.FEN)
	if err != nil {
		return err
	}
	e, ok := b.Look(p)
	if !ok {
		return fmt.Errorf("the book does not have %s", p.FEN())
	}
	shown := bookPosition{FEN: p.FEN(), Source: e.Source, Depth: e.Depth, Moves: []bookMoveLine{}}
	for _, m := range e.Moves {
		line := bookMoveLine{Move: p.MoveText(m.Move), Depth: m.Depth, Visits: m.Visits}
		line.Score = scoreOrNil(m)
		m.Score = m.Searched
		line.Searched = scoreOrNil(m)
		shown.Moves = append(shown.Moves, line)
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(shown)
	}
	return shown.print()
}

func scoreOrNil(m book.Move) *string {
	if m.Score == book.NoScore {
		return nil
	}
	text := m.ScoreText()
	return &text
}

func (p bookPosition) print() error {
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, "%s  depth %d, %s\n", p.FEN, p.Depth, cmp.Or(p.Source, "no source"))
	fmt.Fprintf(out, "%-8s %10s %10s %6s %8s\n", "move", "score", "searched", "depth", "visits")
	for _, m := range p.Moves {
		fmt.Fprintf(out, "%-8s %10s %10s %6d %8d\n", m.Move, orDash(m.Score), orDash(m.Searched), m.Depth, m.Visits)
	}
	return out.Flush()
}

// orDash returns a text, or a dash for none.
func orDash(text *string) string {
	if text == nil {
		return "-"
	}
	return *text
}

// bookSummary is a book as a whole, in JSON.
type bookSummary struct {
	Book      string         `json:"book"`
	Positions int            `json:"positions"`
	Choices   int            `json:"choices"` // positions with more than one legal move
	Moves     int            `json:"moves"`
	Searched  int            `json:"searched"` // positions
	MeanDepth float64        `json:"mean_depth"`
	Sources   map[string]int `json:"sources"`
}

func (c bookShowCommand) summary(b *book.Book) error {
	s := bookSummary{Book: b.Name(), Positions: b.Len(), Sources: map[string]int{}}
	depths := 0
	for p, e := range b.All() {
		var moves board.MoveList
		p.Moves(&moves)
		if moves.Len() > 1 {
			s.Choices++
		}
		if e.Depth > 0 {
			s.Searched++
			depths += e.Depth
		}
		s.Moves += len(e.Moves)
		s.Sources[e.Source]++
	}
	s.MeanDepth = float64(depths) / float64(max(1, s.Searched))
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(s)
	}
	fmt.Printf("%s: %d positions, %d of them with a choice, %d moves; %d searched, %.1f plies deep on average\n",
		s.Book, s.Positions, s.Choices, s.Moves, s.Searched, s.MeanDepth)
	for source, n := range sorted(s.Sources) {
		fmt.Printf("%8d %s\n", n, cmp.Or(source, "no source"))
	}
	return nil
}

type bookMergeCommand struct {
	Out  string   `required:"" help:"The book that grows, or is made." placeholder:"FILE.zbk"`
	From []string `arg:"" name:"books" help:"The books to add."`
}

func (bookMergeCommand) Help() string {
	return `Where several books know a move, the deeper search counts, and visits are added up. Then all scores are backed up
anew.

Examples:
  zonda book merge --out all.zbk mine.zbk yours.zbk`
}

func (c bookMergeCommand) Run() error {
	store, err := grow.OpenStore(c.Out)
	if err != nil {
		return err
	}
	before := store.Draft.Len()
	for _, name := range c.From {
		b, err := book.Open(name)
		if err != nil {
			return errors.Join(err, store.Close())
		}
		store.Draft.Merge(b)
		if err := b.Close(); err != nil {
			return errors.Join(err, store.Close())
		}
	}
	store.Draft.BackUp()
	if err := store.Save(); err != nil {
		return errors.Join(err, store.Close())
	}
	fmt.Printf("%d positions in %s, %d of them new\n", store.Draft.Len(), c.Out, store.Draft.Len()-before)
	return store.Close()
}
