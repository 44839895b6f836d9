package pdn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// An ambiguous move, such as 10x26 where two captures go from 10 to 26 and take different men,
// has several readings. A Reader follows all of them through the moves after it, as a
// nondeterministic automaton follows all its states, until one reading is left.

// reading is one way to understand the moves of a line up to a token. If several ways lead to the same
// position, only the first of them is kept.
type reading struct {
	position board.Position
	squares  chessSquares
	last     *choice // nil if no move was ambiguous
	agreed   int     // number of choices, from the first on, that all ways to the position share
}

// choice is the move that a reading takes for an ambiguous token. Readings that differ only in later choices
// share it.
type choice struct {
	token  int
	move   board.Move
	before *choice // the choice before; nil for the first
}

// Limits of the search for the right reading. In real games two or three readings are possible for some
// moves, which is far below these limits.
const (
	maxReadings = 32
	maxFollowed = 1500 // tokens behind an ambiguous move: 1,000 moves and the numbers before them
)

// choose returns that one of several moves which text means, from token i on. The moves after it decide. It is an
// error if they do not decide.
func (r *lineReader) choose(i int, text string, moves []board.Move) (board.Move, error) {
	if _, ok := r.chosen[i]; !ok {
		r.follow(i)
	}
	doubt := fmt.Sprintf("move %s is ambiguous, %s", board.Quote(text), r.paths(moves))
	m, ok := r.chosen[i]
	if !ok {
		return m, &board.MoveError{Text: text, Position: r.next, Err: board.ErrAmbiguous, Why: doubt + ": the moves behind it do not tell which"}
	}
	r.warnings.add(int(r.tokens[i].line), "%s: %s is taken, for the game goes on from there", doubt, r.paths([]board.Move{m}))
	return m, nil
}

// paths returns the texts of moves of the position, with all their squares.
func (r *lineReader) paths(moves []board.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		var squares []string
		for _, s := range r.next.Path(m) {
			squares = append(squares, s.String())
		}
		texts[i] = strings.Join(squares, "x")
	}
	return strings.Join(texts, " or ")
}

// follow follows all readings of the line from token i on. It stores the choices of the reading that is left; if
// several are left, it stores the choices that all of them share.
func (r *lineReader) follow(i int) {
	readings := r.readings(i)
	choices := readings[0].choices()
	if len(readings) > 1 {
		choices = shared(readings)
	}
	r.chosen = map[int]board.Move{}
	for _, c := range choices {
		r.chosen[c.token] = c.move
	}
}

// readings returns the readings of the line from token i on as they are when one is left, when none can go on, or when
// the line ends.
func (r *lineReader) readings(i int) []reading {
	readings := []reading{{position: r.next, squares: r.squares}}
	for followed := 0; followed <= maxFollowed && i >= 0; followed++ {
		next, last := r.after(readings, i)
		switch {
		case len(next) == 0 && r.tokens[i].kind == kindNumber:
			last = i
		case len(next) == 0 || len(next) > maxReadings:
			return readings
		case len(next) == 1:
			return next
		default:
			readings = next
		}
		i = r.nextPart(last)
	}
	return readings
}

// after returns the readings after the move that begins with token i, and its last token. Captures that stop short count
// only if no reading has another move.
func (r *lineReader) after(readings []reading, i int) (next []reading, last int) {
	last = r.phrase(i, func(s spelling) bool {
		found := afterMoves(readings, i, s, board.Position.FindMoves)
		if len(found) == 0 {
			found = afterMoves(readings, i, s, board.Position.Longer)
		}
		if len(found) > 0 {
			next = found
		}
		return len(found) > 0
	})
	return next, last
}

func afterMoves(readings []reading, i int, s spelling, fits fit) (next []reading) {
	for _, before := range readings {
		after := before
		moves := s.named(before.position, &after.squares, fits)
		for _, m := range moves {
			after.position = before.position.Play(m)
			if len(moves) > 1 {
				after.last = &choice{i, m, before.last}
				after.agreed = before.agreed
				if choices := len(before.choices()); before.agreed == choices {
					after.agreed = choices + 1
				}
			}
			if twin := slices.IndexFunc(next, after.same); twin >= 0 {
				next[twin].agreed = len(shared([]reading{next[twin], after}))
			} else {
				next = append(next, after)
			}
		}
	}
	return next
}

// same reports whether two readings understand all later moves alike.
func (a reading) same(b reading) bool { return a.position == b.position && a.squares == b.squares }

// shared returns the choices, from the first on, that all ways to all the readings share.
func shared(readings []reading) []*choice {
	common := readings[0].choices()
	for _, other := range readings {
		choices := other.choices()
		n := 0
		for n < min(len(common), len(choices), other.agreed) && common[n] == choices[n] {
			n++
		}
		common = common[:n]
	}
	return common
}

// choices returns the choices of a reading, the first one first.
func (a reading) choices() (all []*choice) {
	for c := a.last; c != nil; c = c.before {
		all = append(all, c)
	}
	slices.Reverse(all)
	return all
}
