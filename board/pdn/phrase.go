package pdn

import (
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

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
