package book

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// NoScore is the score of a move that was played in games but never searched.
const NoScore eval.Score = math.MinInt16

// Move is a move of a position in a book. Its scores are those of the side that makes the move.
type Move struct {
	Move     board.Move
	Score    eval.Score // backed up from the best play behind the move in the book (see Builder.BackUp), or NoScore
	Searched eval.Score // found by the search of the position alone, or NoScore; an upper bound if that search did not name the move
	Depth    int        // of the iteration that named the move, in plies
	Visits   uint32     // how often the move was on the line to a new position, or was played in games
}

// ScoreText returns the score as the text protocol prints it, or "unknown".
func (m Move) ScoreText() string {
	if m.Score == NoScore {
		return "unknown"
	}
	return m.Score.String()
}

// Search describes the search of a position. The zero value stands for none.
type Search struct {
	Nodes  uint64 // limit of the search
	Moves  int    // number of best moves that got an exact score
	Engine string // name and version of the program
}

// String returns the description as text, such as "search 600000 nodes, 3 moves, Zonda 0.1".
func (s Search) String() string {
	moves := "moves"
	if s.Moves == 1 {
		moves = "move"
	}
	return fmt.Sprintf("search %d nodes, %d %s, %s", s.Nodes, s.Moves, moves, s.Engine)
}

// Entry is what a book knows of a position. A caller that got an Entry may change it.
type Entry struct {
	Moves   []Move // the best first
	Depth   int    // of the last search, in plies; 0 if the position was not searched
	Search  Search // the last search
	Settled bool   // that search was longer than the one before, and found the same best move
	Source  string // other origin, such as a file of games, on one line; may be empty
}

// Origin returns in one line where the entry comes from: the search, whether the best move has settled, and
// the source. It is empty if nothing is known.
func (e *Entry) Origin() string {
	var parts []string
	if e.Search != (Search{}) {
		parts = append(parts, e.Search.String())
	}
	if e.Settled {
		parts = append(parts, "settled")
	}
	if e.Source != "" {
		parts = append(parts, e.Source)
	}
	return strings.Join(parts, ", ")
}

// Score returns the score of the best move for the side to move, NoScore if no move has a score.
func (e *Entry) Score() eval.Score {
	best := NoScore
	for _, m := range e.Moves {
		best = max(best, m.Score)
	}
	return best
}

// Find returns the entry's record of a move, nil if the entry does not have the move.
func (e *Entry) Find(m board.Move) *Move {
	if i := slices.IndexFunc(e.Moves, func(known Move) bool { return known.Move == m }); i >= 0 {
		return &e.Moves[i]
	}
	return nil
}

// sort puts the best moves first: by Score, then by Searched, then by Depth (a move that the deeper search did not
// name is at most as good), then by Visits. Moves that are equal in all of these have a fixed order, so that files
// do not depend on the machine.
func (e *Entry) sort() { slices.SortStableFunc(e.Moves, before) }

// before orders two moves of an entry: the result is negative if a stands before b.
func before(a, b Move) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Searched, a.Searched),
		cmp.Compare(b.Depth, a.Depth), cmp.Compare(b.Visits, a.Visits), cmp.Compare(a.Move.From, b.Move.From),
		cmp.Compare(a.Move.To, b.Move.To), cmp.Compare(a.Move.Captured, b.Move.Captured))
}

// Merge adds the entries of another book. Where both books know a move, the record of the deeper search counts, and
// the visits are added up. Call BackUp afterwards.
func (b *Builder) Merge(other *Book) {
	for p, e := range other.All() {
		mine := b.entries[p]
		if mine == nil {
			b.entries[p] = &e
			continue
		}
		mine.merge(&e)
	}
}

// merge adds another entry of the same position.
func (e *Entry) merge(other *Entry) {
	for _, m := range other.Moves {
		known := e.Find(m.Move)
		if known == nil {
			e.Moves = append(e.Moves, m)
			continue
		}
		visits := known.Visits + m.Visits
		if visits < m.Visits {
			visits = math.MaxUint32
		}
		if known.Searched == NoScore || m.Searched != NoScore && m.Depth > known.Depth {
			*known = m
		}
		known.Visits = visits
	}
	if other.Depth > e.Depth {
		e.Depth, e.Search, e.Settled, e.Source = other.Depth, other.Search, other.Settled, other.Source
	}
	e.sort()
}

// readCompressed reads a book file that gzip has compressed. The name is for errors.
func readCompressed(name string, compressed []byte) (*Book, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	data, err := io.ReadAll(yield.Reader(r))
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return Read(name, data)
}
