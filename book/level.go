package book

import (
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Level says which of a book's moves are played.
type Level uint8

// The levels. The zero value is Off.
const (
	Off      Level = iota // no move
	Best                  // the best move, always the same
	Good                  // any move at most 0.03 of a man worse than the best
	All                   // any move at most 0.20 of a man worse than the best
	Weighted              // the moves of All, the better the more often
)

// How much worse than the best move a move may be, in hundredths of a man.
const (
	goodDrop eval.Score = 3
	allDrop  eval.Score = 20
)

var levelNames = [...]string{"off", "best", "good", "all", "weighted"}

// Levels returns the names of the levels.
func Levels() []string { return slices.Clone(levelNames[:]) }

// String returns the level's name.
func (l Level) String() string { return levelNames[l] }

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, error) {
	i := slices.Index(levelNames[:], name)
	if i < 0 {
		return Off, fmt.Errorf("%s is not a level: off, best, good, all or weighted", board.Quote(name))
	}
	return Level(i), nil
}

// Choices returns the moves of e that may be played, the best first. The caller may choose any of them. Where no move
// has a score, as in a book of games, the visits decide: Best and Good play a move that was played most often, All and
// Weighted any that was played at least a quarter as often.
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

// allows reports whether m may be played where best is the best move.
func (l Level) allows(m, best Move) bool {
	if best.Score == NoScore {
		const share = 4 // of the visits of the best move
		return l >= All && m.Visits >= best.Visits/share || m.Visits >= best.Visits
	}
	drop := goodDrop
	if l >= All {
		drop = allDrop
	}
	return m.Score != NoScore && best.Score-m.Score <= drop
}

// weighted returns all moves of e with their weights: equal ones for those that the level plays, and 0 for the others. With Weighted,
// where moves have scores, a move that is worse than the best by slip is played e times less often; where they have none, a move is
// played as often as it was visited.
func (l Level) weighted(e Entry) []Choice {
	played, all := l.Choices(e), make([]Choice, 0, len(e.Moves))
	for _, m := range e.Moves {
		c := Choice{Move: m.Move, Score: m.Score, Scored: m.Score != NoScore}
		switch {
		case !slices.ContainsFunc(played, func(p Move) bool { return p.Move == m.Move }):
		case l == Weighted:
			c.Weight = m.weight(played[0])
		default:
			c.Weight = 1
		}
		all = append(all, c)
	}
	return all
}

const (
	slip       = 6.    // hundredths of a man
	fullWeight = 10000 // of a best move with a score
)

// weight says how often m is chosen where best is the best move, at least 1.
func (m Move) weight(best Move) int {
	if best.Score == NoScore {
		return max(1, int(m.Visits))
	}
	return max(1, int(fullWeight*math.Exp(-float64(best.Score-m.Score)/slip)))
}
