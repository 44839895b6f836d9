package book

import (
	"cmp"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// NoScore stands for a move that nothing is known of but that it was played.
const NoScore eval.Score = math.MinInt16

// Move is a move of a position in a book.
type Move struct {
	Move     board.Move
	Score    eval.Score // for the side that makes it, from the best play behind it in the book; NoScore for none
	Searched eval.Score // what the search of the position alone found, at most what it gave the moves it named; NoScore for none
	Depth    int        // of the iteration that named it, in plies
	Visits   uint32     // how often it led to a position added, or was played in games
}

// ScoreText returns the score as the text protocol prints it, or "unknown".
func (m Move) ScoreText() string {
	if m.Score == NoScore {
		return "unknown"
	}
	return m.Score.String()
}

// Entry is what a book knows of a position. Its owner may change it.
type Entry struct {
	Moves  []Move // best first
	Depth  int    // of the search that found the best move, in plies; 0 for none
	Source string // where it comes from, on one line
}

// Score returns the score of the best move for the side to move, NoScore if there is
// none.
func (e *Entry) Score() eval.Score {
	best := NoScore
	for _, m := range e.Moves {
		best = max(best, m.Score)
	}
	return best
}

// Find returns the entry's move, nil if it is not among them.
func (e *Entry) Find(m board.Move) *Move {
	if i := slices.IndexFunc(e.Moves, func(known Move) bool { return known.Move == m }); i >= 0 {
		return &e.Moves[i]
	}
	return nil
}

// sort puts the best moves first: by score, then by what the search alone found, and how deep (what a deeper search did
// not name is at most as good), by visits, and in an order that is the same everywhere.
func (e *Entry) sort() {
	slices.SortStableFunc(e.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Searched, a.Searched),
			cmp.Compare(b.Depth, a.Depth), cmp.Compare(b.Visits, a.Visits), cmp.Compare(a.Move.From, b.Move.From),
			cmp.Compare(a.Move.To, b.Move.To), cmp.Compare(a.Move.Captured, b.Move.Captured))
	})
}
