package book

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Level says which of a book's moves are played.
type Level uint8

// The levels. The zero value plays no move of a book.
const (
	Off  Level = iota
	Best       // the best move, always the same
	Good       // any move as good as the best
	All        // any move that is not much worse
)

// How much a move may drop below the best one, in hundredths of a man.
const (
	goodDrop eval.Score = 3
	allDrop  eval.Score = 20
)

var levelNames = [...]string{"off", "best", "good", "all"}

// Levels returns the names of the levels.
func Levels() []string { return slices.Clone(levelNames[:]) }

// String returns the level's name.
func (l Level) String() string { return levelNames[l] }

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, error) {
	i := slices.Index(levelNames[:], name)
	if i < 0 {
		return Off, fmt.Errorf("%s is not a level: off, best, good or all", board.Quote(name))
	}
	return Level(i), nil
}

// Choices returns the moves of e that may be played, best first, each as good as another to whoever
// chooses. Where no move has a score, as in a book of games, visits stand for it.
func (l Level) Choices(e Entry) []Move {
	if l == Off || len(e.Moves) == 0 {
		return nil
	}
	e.Moves = slices.Clone(e.Moves)
	e.sort()
	if l == Best {
		return e.Moves[:1]
	}
	best := e.Moves[0]
	return slices.DeleteFunc(e.Moves, func(m Move) bool { return !l.allows(m, best) })
}

// allows reports whether m is good enough beside the best move.
func (l Level) allows(m, best Move) bool {
	if best.Score == NoScore {
		const share = 4 // of the most frequent move, where the level is All
		return l == All && m.Visits >= best.Visits/share || m.Visits >= best.Visits
	}
	drop := goodDrop
	if l == All {
		drop = allDrop
	}
	return m.Score != NoScore && best.Score-m.Score <= drop
}
