package pdn

import (
	"fmt"
	"slices"
	"strconv"
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

// A move may take several tokens: squares without a hyphen, as in 11 15 and f6 e5, or a capture written jump by jump, as in
// 27x18 18x11. The position decides whether tokens belong together. The decision is never open: the move behind a move
// begins on a square that the other side holds, and no piece lands there.

// phrase finds the longest spelling of a move, from token i on, for which fits returns true. It calls fits for the
// shorter ones before. It returns the last token of the move, -1 if there is no move.
func (r *lineReader) phrase(i int, fits func(spelling) bool) int {
	var s spelling
	last := i
	if r.tokens[i].kind == kindMove {
		s = r.spelled(i)
	} else {
		s, last = r.pair(i)
	}
	if last < 0 || !fits(s) {
		return -1
	}
	for {
		more, end := r.longer(s, last, fits)
		if end < 0 {
			return last
		}
		s, last = more, end
	}
}

// spelled returns the squares that token i, a move, names. It keeps them, because a token is looked at twice: as a jump
// that may go on with the move before it, and as a move.
func (r *lineReader) spelled(i int) spelling {
	if r.ahead.token != i || r.ahead.paths == nil {
		r.ahead.token, r.ahead.spelling = i, spelled(r.word(r.tokens[i]))
	}
	return r.ahead.spelling
}

// pair returns the spelling of two squares without a separator, and the token of the second; -1 if token i begins none.
func (r *lineReader) pair(i int) (spelling, int) {
	next := r.nextPart(i)
	if next < 0 || !r.continues(i, next) {
		return spelling{}, -1
	}
	from, chess, ok := r.square(i)
	to, alike, also := r.square(next)
	if !ok || !also || chess != alike {
		return spelling{}, -1
	}
	return spelling{[]board.Path{{from, to}}, chess}, next
}

// longer returns the spelling s, which ends with token last, with the next jump of the capture, if fits returns true
// for it, and the last token of the jump. It returns -1 if the capture does not go on.
func (r *lineReader) longer(s spelling, last int, fits func(spelling) bool) (spelling, int) {
	const parts = 3 // tokens tried, for numbers of moves may stand between two jumps
	for i, tried := r.nextPart(last), 0; i >= 0 && tried < parts; i, tried = r.nextPart(i), tried+1 {
		if r.tokens[i].kind == kindMove {
			more := s.then(r.spelled(i))
			if len(more.paths) > 0 && fits(more) {
				return more, i
			}
			break
		}
		if square, chess, ok := r.square(i); ok && chess == s.chess && r.continues(last, i) {
			if more := s.and(square); fits(more) {
				return more, i
			}
		}
		if jump, end := r.pair(i); end >= 0 {
			more := s.then(jump)
			if len(more.paths) > 0 && fits(more) {
				return more, end
			}
		}
	}
	return spelling{}, -1
}

// square returns the square that a token names: a number alone, with or without a dot or a comma behind it, or a square
// as in chess.
func (r *lineReader) square(i int) (s board.Square, chess, ok bool) {
	t := r.tokens[i]
	text := r.text[t.start:t.end]
	switch t.kind {
	case kindSquare:
		if path := chessPath(text); path != nil {
			return path[0], true, true
		}
	case kindNumber:
		n, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(text, "."), ","))
		s, ok = board.SquareNumber(n)
	}
	return s, false, ok
}

// continues reports whether token i is a square of a move that can go on with the square that is token next: behind a
// dot no blank may stand.
func (r *lineReader) continues(i, next int) bool {
	t := r.tokens[i]
	return t.kind == kindSquare || t.kind == kindNumber && (r.text[t.end-1] != '.' || t.end == r.tokens[next].start)
}

// nextPart returns the token behind token i in the line that may be a move or a part of one. It returns -1 if there is
// none, or if a token before it cannot be read.
func (r *lineReader) nextPart(i int) int {
	for i++; i < r.end; i++ {
		switch t := r.tokens[i]; {
		case t.kind == kindMove, t.kind == kindNumber, t.kind == kindSquare:
			return i
		case t.kind == kindOpen && t.closing > 0:
			i = int(t.closing)
		case t.kind == kindOpen, t.kind == kindUnknown, t.kind == kindSetup:
			return -1
		}
	}
	return -1
}
