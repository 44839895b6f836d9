package problems

import "errors"

// tree plays all moves of a kind of position to the end of a number of quiet plies, and counts pieces. Captures do not count as plies:
// they are played to their end. P is the position of some rules.
type tree[P comparable] struct {
	children func(P) (after []P, captures bool)
	balance  func(P) int // pieces of the side to move less those of the other
	left     int         // positions that may still be looked at
	known    map[question[P]]bool
}

// question asks whether the side to move of a position gets ahead by a number of pieces.
type question[P comparable] struct {
	position P
	need     int
	quiet    int
}

// errTreeTooLarge says that a tree has more positions than were allowed.
var errTreeTooLarge = errors.New("the tree is too large")

// gets reports whether the side to move of p is ahead by need pieces at least after quiet plies of best play. A side that cannot move
// has lost.
func (t *tree[P]) gets(p P, need, quiet int) bool {
	asked := question[P]{p, need, quiet}
	if answer, ok := t.known[asked]; ok {
		return answer
	}
	if t.left--; t.left < 0 {
		return false
	}
	after, captures := t.children(p)
	if !captures && len(after) > 0 {
		if quiet == 0 {
			return t.balance(p) >= need
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

// keeping returns which of the moves of p, by their places among its children, leave the side ahead by need.
func (t *tree[P]) keeping(p P, need, quiet, most int) (places []int, err error) {
	t.known, t.left = map[question[P]]bool{}, most
	after, captures := t.children(p)
	if !captures {
		quiet--
	}
	for i, child := range after {
		if !t.gets(child, 1-need, quiet) {
			places = append(places, i)
		}
	}
	if t.left < 0 {
		return nil, errTreeTooLarge
	}
	return places, nil
}
