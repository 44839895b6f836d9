package pdn

import (
	"bytes"
	"strings"
)

// numeric cuts a piece that begins with a digit: a move number, a move or a result.
// "1-0" and "1-1" begin like moves, so a move is always taken whole: "1-10".
func (in *input) numeric() (int, kind) {
	if n := in.drawScore(); n > 0 {
		return in.junk(n), kindResult
	}
	first := in.digits(0)
	if in.at(first) == '.' {
		return in.while(first, isDot), kindNumber
	}
	end := in.squares(first)
	switch {
	case end == first:
		return in.loneNumber(first)
	case isScore(in.text[:end]):
		return in.junk(end), kindResult
	}
	return in.junk(end), kindMove
}

// drawScore returns the length of the draw "1/2-1/2" or "1/2", 0 if text is neither.
func (in *input) drawScore() int {
	n := in.spelled(0, "1/2")
	if n == 0 || isDigit(in.at(n)) {
		return 0
	}
	if whole := in.spelled(n, "-1/2"); whole > 0 {
		return whole
	}
	return n
}

// spelled returns the end of the letters that begin at i, with or without blanks between
// them, 0 if the letters do not stand there.
func (in *input) spelled(i int, letters string) int {
	for _, c := range []byte(letters) {
		i = in.indent(i)
		if in.at(i) != c {
			return 0
		}
		i++
	}
	return i
}

// squares returns the end of the squares that follow a square that ends at i. Blanks may
// stand around the separators.
func (in *input) squares(i int) int {
	for {
		if isScore(in.text[:i]) && !isSeparator(in.at(i)) {
			return i
		}
		separator := in.blanks(i)
		if !isSeparator(in.at(separator)) {
			return i
		}
		next := in.blanks(separator + 1)
		if !isDigit(in.at(next)) {
			return i
		}
		i = in.digits(next)
	}
}

// isScore reports whether text is a result. It may have blanks around the dash.
func isScore(text []byte) bool {
	const longest = len("1 - 0") + 2
	if len(text) > longest || bytes.IndexByte(text, '-') < 0 {
		return false
	}
	_, ok := ParseResult(string(text))
	return ok
}

// loneNumber cuts a number that ends at n without a dot or a separator: a move number, a
// move without separator such as 3228, or the beginning of a word.
func (in *input) loneNumber(n int) (int, kind) {
	const longestNumber = 2 // digits
	switch end := in.junk(n); {
	case end > n:
		return in.word(n), kindWord
	case n > longestNumber:
		return n, kindMove
	}
	return n, kindNumber
}

// algebraic returns the length of a move with squares such as f6, 0 if the text does not begin with one.
func (in *input) algebraic() int {
	end := 0
	for next := 0; in.isChessSquare(next); {
		end = next + len("f6")
		next = end
		if isSeparator(in.at(next)) {
			next++
		}
	}
	if end == len("f6") {
		return 0
	}
	return end
}

func (in *input) isChessSquare(i int) bool {
	column, row := in.at(i)|0x20, in.at(i+1)
	return 'a' <= column && column <= 'h' && '1' <= row && row <= '8'
}

// junk returns the end of the characters without a meaning that are attached to a move or
// result that ends at i, as in "17-21,foo".
func (in *input) junk(i int) int {
	return in.while(i, func(r rune) bool {
		return !isBlank(r) && !strings.ContainsRune("{}()[];$!?*0123456789", r)
	})
}
