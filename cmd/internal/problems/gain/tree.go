// Package gain tells by trees of all moves whether a side wins men by force.
package gain

import (
	"errors"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// Tree plays all moves of a kind of position to the end of a number of quiet plies, and counts pieces. Captures do not count as plies:
// they are played to their end. P is the position of some rules.
type Tree[P comparable] struct {
	Children func(P) (after []P, captures bool)
	Balance  func(P) int // pieces of the side to move less those of the other
	left     int         // positions that may still be looked at
	known    map[question[P]]bool
}

// question asks whether the side to move of a position gets ahead by a number of pieces.
type question[P comparable] struct {
	position P
	need     int
	quiet    int
}

// ErrTooLarge says that a tree has more positions than were allowed.
var ErrTooLarge = errors.New("the tree is too large")

// gets reports whether the side to move of p is ahead by need pieces at least after quiet plies of best play. A side that cannot move
// has lost.
func (t *Tree[P]) gets(p P, need, quiet int) bool {
	asked := question[P]{p, need, quiet}
	if answer, ok := t.known[asked]; ok {
		return answer
	}
	if t.left--; t.left < 0 {
		return false
	}
	yield.Point()
	after, captures := t.Children(p)
	if !captures && len(after) > 0 {
		if quiet == 0 {
			return t.Balance(p) >= need
		}
		quiet--
	}
	answer := false
	for _, child := range after {
		if answer = !t.gets(child, 1-need, quiet); answer {
			break
		}
	}
	t.known[asked] = answer
	return answer
}

// Keeping returns which of the moves of p, by their places among its children, leave the side ahead by need.
func (t *Tree[P]) Keeping(p P, need, quiet, maximum int) (places []int, err error) {
	t.known, t.left = map[question[P]]bool{}, maximum
	after, captures := t.Children(p)
	if !captures {
		quiet--
	}
	for i, child := range after {
		if !t.gets(child, 1-need, quiet) {
			places = append(places, i)
		}
	}
	if t.left < 0 {
		return nil, ErrTooLarge
	}
	return places, nil
}

// Board returns a tree by the rules of package board.
func Board() *Tree[board.Position] {
	return &Tree[board.Position]{
		Children: func(p board.Position) (after []board.Position, captures bool) {
			var moves board.MoveList
			p.Moves(&moves)
			for _, m := range moves.Slice() {
				after = append(after, p.Play(m))
			}
			return after, p.Jumpers() != 0
		},
		Balance: func(p board.Position) int { return p.Side(p.Turn).Count() - p.Side(p.Turn.Opponent()).Count() },
	}
}

// Gets reports whether the side to move of p is ahead by need pieces after quiet plies of best play, and an error if that would take a
// look at more positions than most.
func (t *Tree[P]) Gets(p P, need, quiet, maximum int) (bool, error) {
	t.known, t.left = map[question[P]]bool{}, maximum
	answer := t.gets(p, need, quiet)
	if t.left < 0 {
		return false, ErrTooLarge
	}
	return answer, nil
}
