package book

import (
	"cmp"
	"context"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

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

// Shelf is the Source of the book in the program and of one's own book. The zero value is that of the book in the program, whose best moves it
// plays.
type Shelf struct {
	Own   *Book                     // asked before the book in the program; nil for none
	Level Level                     // Off stands for Best
	Avoid func(board.Position) bool // moves to such positions are left out unless all moves lead to one; nil for none
}

// Look returns the entry of p in the own book or else in that of the program, without moves to avoid. It returns false if neither has one
// with a move.
func (s *Shelf) Look(p board.Position) (e Entry, ok bool) {
	if s.Own != nil {
		e, ok = s.Own.Look(p)
	}
	if shipped, err := BuiltIn(); !ok && err == nil { // a test makes sure that it can be read
		e, ok = shipped.Look(p)
	}
	if ok && s.Avoid != nil {
		safe := slices.DeleteFunc(slices.Clone(e.Moves), func(m Move) bool { return s.Avoid(p.Play(m.Move)) })
		if len(safe) > 0 {
			e.Moves = safe
		}
	}
	return e, ok && len(e.Moves) > 0
}

// longestLine is the largest number of plies that Line returns.
const longestLine = 60

// Line returns the best moves from p, as long as there are entries, at most 60.
func (s *Shelf) Line(p board.Position) (line []board.Move) {
	for len(line) < longestLine {
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

// Choices returns all moves of the entry of p. Those that the level does not play have no weight.
func (s *Shelf) Choices(_ context.Context, p board.Position) ([]Choice, error) {
	e, ok := s.Look(p)
	if !ok {
		return nil, nil
	}
	choices := cmp.Or(s.Level, Best).weighted(e)
	for i := range choices {
		choices[i].Line = s.Line(p.Play(choices[i].Move))
	}
	return choices, nil
}
