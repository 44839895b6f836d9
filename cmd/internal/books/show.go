package books

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
)

// Open opens a book, that in the program if the name is empty.
func Open(name string) (*book.Book, error) {
	if name != "" {
		return book.Open(name)
	}
	return book.BuiltIn()
}

// Shown is information about a book, which a command prints as text or as a JSON object.
type Shown interface {
	Print(out io.Writer) error
}

// Position is a position of a book with its moves, in JSON.
type Position struct {
	FEN    string     `json:"fen"`
	Source string     `json:"source"`
	Depth  int        `json:"depth"`
	Moves  []MoveLine `json:"moves"`
}

// MoveLine is a move in JSON; scores are missing where nothing is known.
type MoveLine struct {
	Move     string  `json:"move"`
	Score    *string `json:"score,omitempty"`
	Searched *string `json:"searched,omitempty"`
	Depth    int     `json:"depth"`
	Visits   uint32  `json:"visits"`
}

// NewPosition returns a position of a book with its moves. It is an error if the book does not have the
// position.
func NewPosition(b *book.Book, p board.Position) (Shown, error) {
	e, ok := b.Look(p)
	if !ok {
		return nil, fmt.Errorf("the book does not have %s", p.FEN())
	}
	shown := Position{FEN: p.FEN(), Source: e.Origin(), Depth: e.Depth, Moves: []MoveLine{}}
	for _, m := range e.Moves {
		line := MoveLine{Move: p.MoveText(m.Move), Depth: m.Depth, Visits: m.Visits}
		line.Score = scoreOrNil(m)
		m.Score = m.Searched
		line.Searched = scoreOrNil(m)
		shown.Moves = append(shown.Moves, line)
	}
	return shown, nil
}

func scoreOrNil(m book.Move) *string {
	if m.Score == book.NoScore {
		return nil
	}
	text := m.ScoreText()
	return &text
}

// Print prints a line a move.
func (p Position) Print(w io.Writer) error {
	out := bufio.NewWriter(w)
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

// Summary holds the totals of a book, in JSON.
type Summary struct {
	Book      string         `json:"book"`
	Positions int            `json:"positions"`
	Choices   int            `json:"choices"` // positions with more than one legal move
	Moves     int            `json:"moves"`
	Searched  int            `json:"searched"` // positions
	MeanDepth float64        `json:"mean_depth"`
	Sources   map[string]int `json:"sources"`
}

// Summarize returns the totals of a book.
func Summarize(b *book.Book) Summary {
	s := Summary{Book: b.Name(), Positions: b.Len(), Sources: map[string]int{}}
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
		s.Sources[e.Origin()]++
	}
	s.MeanDepth = float64(depths) / float64(max(1, s.Searched))
	return s
}

// Print prints a line about the book and a line a source.
func (s Summary) Print(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s: %d positions, %d of them with a choice, %d moves; %d searched, %.1f plies deep on average\n",
		s.Book, s.Positions, s.Choices, s.Moves, s.Searched, s.MeanDepth)
	for _, source := range slices.Sorted(maps.Keys(s.Sources)) {
		fmt.Fprintf(out, "%8d %s\n", s.Sources[source], cmp.Or(source, "no source"))
	}
	return out.Flush()
}
