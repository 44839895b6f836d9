package book

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Level says which of a book's moves are played.
type Level uint8

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

// Source is where an engine finds moves for the opening: a Shelf, or a book of another kind.
type Source interface {
	// Choices returns what the source has to play in p, the best first, and nothing if it does not know p.
	Choices(ctx context.Context, p board.Position) ([]Choice, error)
}

// Func is a function that is a Source.
type Func func(ctx context.Context, p board.Position) ([]Choice, error)

// Choices calls f.
func (f Func) Choices(ctx context.Context, p board.Position) ([]Choice, error) { return f(ctx, p) }

// Choice is a move that a Source has in a position.
type Choice struct {
	Move   board.Move
	Weight int          // how often the move is played, as a part of the sum of all weights; where no move has a weight, all are played equally often
	Score  eval.Score   // for the side that makes the move, if Scored is set
	Scored bool         // the score is known
	Line   []board.Move // the best play after the move, as far as it is known
}

// Choose returns one of the choices by their weights, and false if there is none. The function random chooses, and returns
// numbers from 0 to n - 1.
func Choose(choices []Choice, random func(n int) int) (Choice, bool) {
	sum := 0
	for _, c := range choices {
		sum += max(c.Weight, 0)
	}
	switch {
	case len(choices) == 0:
		return Choice{}, false
	case sum == 0:
		return choices[random(len(choices))], true
	}
	at := random(sum)
	i := slices.IndexFunc(choices, func(c Choice) bool {
		at -= max(c.Weight, 0)
		return at < 0
	})
	return choices[i], true
}

// Shelf is the Source of the book in the program and of one's own book. The zero value is that of the book in the program,
// whose best moves it plays.
type Shelf struct {
	Own   *Book                     // asked before the book in the program; nil for none
	Level Level                     // Off stands for Best
	Avoid func(board.Position) bool // moves to such positions are left out unless all moves lead to one; nil for none
}

// Look returns the entry of p in the own book or else in that of the program, without moves to avoid. It returns false if
// neither has one with a move.
func (s *Shelf) Look(p board.Position) (e Entry, ok bool) {
	e, _, ok = s.find(p)
	return e, ok
}

// find does what Look does, and says whether the entry is that of the own book.
func (s *Shelf) find(p board.Position) (e Entry, own, ok bool) {
	if s.Own != nil {
		e, own = s.Own.Look(p)
	}
	ok = own
	if shipped, err := BuiltIn(); !ok && err == nil { // a test makes sure that it can be read
		e, ok = shipped.Look(p)
	}
	if ok && s.Avoid != nil {
		safe := slices.DeleteFunc(slices.Clone(e.Moves), func(m Move) bool { return s.Avoid(p.Play(m.Move)) })
		if len(safe) > 0 {
			e.Moves = safe
		}
	}
	return e, own, ok && len(e.Moves) > 0
}

// playedNodes is the least number of nodes of the searches whose moves the program's book plays. Positions that were searched for a
// shorter time are for people who learn what to play.
const playedNodes = 1_200_000

// maxLine is the largest number of plies that Line returns.
const maxLine = 60

// Line returns the best moves from p, as long as there are entries, at most 60.
func (s *Shelf) Line(p board.Position) (line []board.Move) {
	for len(line) < maxLine {
		e, ok := s.Look(p)
		if !ok {
			break
		}
		best := Best.Choices(e)[0].Move
		line = append(line, best)
		p = p.Play(best)
	}
	return line
}

// Choices returns all moves of the entry of p. Those that the level does not play have no weight. Where the program's book has a choice
// of moves that rests on less than 1.2 million nodes, it returns none.
func (s *Shelf) Choices(_ context.Context, p board.Position) ([]Choice, error) {
	e, own, ok := s.find(p)
	var legal board.MoveList
	p.Moves(&legal)
	if !ok || !own && e.Search.Nodes < playedNodes && legal.Len() > 1 {
		return nil, nil
	}
	choices := cmp.Or(s.Level, Best).weighted(e)
	for i := range choices {
		choices[i].Line = s.Line(p.Play(choices[i].Move))
	}
	return choices, nil
}

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
