package pdn

import (
	"bytes"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// input is the part of a stream that has been read but not yet cut into pieces. It notes whether a
// caller has looked beyond its end, because the result may then be different with more text.
type input struct {
	text    []byte
	touched bool // a caller has looked beyond the end
	piece   int  // where the first piece stands that is no word, if a caller has looked for it; see nextPiece
}

// at returns byte i, 0 beyond the end.
func (in *input) at(i int) byte {
	if i >= len(in.text) {
		in.touched = true
		return 0
	}
	return in.text[i]
}

// rune returns the character at i and its size in bytes, 0 beyond the end.
func (in *input) rune(i int) (rune, int) {
	if i >= len(in.text) {
		in.touched = true
		return 0, 0
	}
	if c := in.text[i]; c == '&' {
		return in.entity(i)
	} else if c < utf8.RuneSelf {
		return rune(c), 1
	}
	if !utf8.FullRune(in.text[i:]) {
		in.touched = true
	}
	r, size := utf8.DecodeRune(in.text[i:])
	if r == utf8.RuneError && size == 1 {
		r = file.Windows1252(in.text[i])
	}
	return r, size
}

// entity returns the blank, dash, separator or half that is written at i as in HTML, such as &nbsp; and &#45;, and its size
// in bytes. It returns & for any other sign of HTML, and where none stands.
func (in *input) entity(i int) (rune, int) {
	const maximum = len("&#x2013;")
	n := i + 1
	for n-i < maximum && (isLetter(in.at(n)) || isDigit(in.at(n)) || in.at(n) == '#') {
		n++
	}
	if in.at(n) == ';' {
		text := html.UnescapeString(string(in.text[i : n+1]))
		r, size := utf8.DecodeRuneInString(text)
		if size == len(text) && r >= ' ' && (isBlank(r) || isDash(r) || r == '½' || board.IsSeparator(r)) {
			return r, n + 1 - i
		} else if size == len(text) {
			return '&', n + 1 - i
		}
	}
	return '&', 1
}

// while returns the end of the run of characters from i for which belongs returns true.
func (in *input) while(i int, belongs func(rune) bool) int {
	for {
		r, size := in.rune(i)
		if size == 0 || !belongs(r) {
			return i
		}
		i += size
	}
}

// digits returns the end of the run of digits from i.
func (in *input) digits(i int) int {
	for isDigit(in.at(i)) {
		i++
	}
	return i
}

// one returns the end of the character at i if belongs returns true for it, 0 if not.
func (in *input) one(i int, belongs func(rune) bool) int {
	if r, size := in.rune(i); size > 0 && belongs(r) {
		return i + size
	}
	return 0
}

// blanks returns the end of the run of white space from i.
func (in *input) blanks(i int) int { return in.while(i, isBlank) }

// indent returns the end of the run of white space from i, on the same line.
func (in *input) indent(i int) int {
	return in.while(i, func(r rune) bool { return r != '\n' && isBlank(r) })
}

// lineEnd returns the end of the line that holds i: its line feed or, without one, the end of the text.
func (in *input) lineEnd(i int) int {
	if n := bytes.IndexByte(in.text[i:], '\n'); n >= 0 {
		return i + n
	}
	in.touched = true
	return len(in.text)
}

func isSingleQuote(r rune) bool { return strings.ContainsRune("'‘’‚", r) }

func isQuote(r rune) bool { return strings.ContainsRune("\"“”„‟«»", r) }

// isBlank reports whether r stands between words, or has no meaning within the moves of a game.
func isBlank(r rune) bool { return unicode.IsSpace(r) || board.IsInvisible(r) }

// isDash reports whether r may stand between the two scores of a result.
func isDash(r rune) bool {
	const minus = '−'
	return unicode.Is(unicode.Pd, r) || r == minus
}

// isSlash reports whether r may be the bar of 1/2.
func isSlash(r rune) bool { return strings.ContainsRune("/⁄∕", r) }

// isStrength reports whether r is a sign of an annotator's opinion.
func isStrength(r rune) bool { return strings.ContainsRune("!?‼⁇⁈⁉！？", r) }

func isDot(r rune) bool { return r == '.' || r == '…' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// numeric cuts a piece that begins with a digit or ½: a move number, a move or a result. It returns 0 if the text
// begins with neither. "1-0" and "1-1" begin like moves, so a move is always taken whole: "1-10". Began says that a result in words may
// be attached to a move.
func (in *input) numeric(began bool) (int, kind) {
	if n := in.drawScore(); n > 0 {
		return in.junk(n, false), kindResult
	}
	first := in.digits(0)
	if first == 0 {
		return 0, kindWord
	}
	if n := in.while(first, isDot); n > first {
		return n, kindNumber
	}
	if n := in.numbered(first); n > 0 {
		return n, kindNumber
	}
	end := in.squares(first)
	switch {
	case end == first:
		return in.loneNumber(first)
	case isScore(in.text[:end]):
		return in.junk(end, false), kindResult
	}
	return in.junk(end, began), kindMove
}

// numbered returns the end of the number of a move that ends at i and has a colon or a dash behind it, 0 if none does: a whole move must
// follow, and a blank or another separator must tell it from a capture such as 3:12:19.
func (in *input) numbered(i int) int {
	const maxNumber = 3 // digits
	at := in.indent(i)
	sign := in.one(at, func(r rune) bool { return r == ':' || isDash(r) })
	if sign == 0 || i > maxNumber {
		return 0
	}
	next := in.indent(sign)
	colon, apart := in.at(at) == ':', at > i || next > sign
	switch move, separator := in.wholeMove(next); {
	case move > 0 && (apart || colon && separator != ':'):
		return sign
	case apart && isChessSquare(in.at(next), in.at(next+1)), colon && strings.IndexByte("({\n", in.at(next)) >= 0, colon && next > sign && in.barePair(next):
		return sign
	}
	return 0
}

// wholeMove returns the end of two squares with a separator and without blanks that stand at i, and the separator; 0 if there are none.
func (in *input) wholeMove(i int) (end int, separator rune) {
	from := in.digits(i)
	separator, _ = in.rune(from)
	if to := in.one(from, board.IsSeparator); from > i && to > 0 && isDigit(in.at(to)) {
		return in.digits(to), separator
	}
	return 0, 0
}

// barePair reports whether two squares without a separator stand at i.
func (in *input) barePair(i int) bool {
	from := in.digits(i)
	to := in.indent(from)
	end := in.digits(to)
	return from > i && to > from && end > to && in.one(in.indent(end), board.IsSeparator) == 0
}

// drawScore returns the length of the draw "1/2-1/2", "1/2", "0.5-0.5" or with ½, 0 if text is none of them.
func (in *input) drawScore() int {
	n := in.half(0)
	if n == 0 || isDigit(in.at(n)) {
		return 0
	}
	if dash := in.one(in.indent(n), isDash); dash > 0 {
		if whole := in.half(in.indent(dash)); whole > 0 {
			return whole
		}
	}
	if behind := in.indent(n); in.at(0) == '0' && behind < len(in.text) && strings.IndexByte("\n*{(;", in.at(behind)) < 0 {
		return 0 // perhaps the number of a move
	}
	return n
}

// half returns the end of ½, 0.5 or 1/2, with or without blanks, that begins at i, 0 if none of them stands there.
func (in *input) half(i int) int {
	if n := in.one(i, func(r rune) bool { return r == '½' }); n > 0 {
		return n
	}
	switch {
	case in.at(i) == '0' && (in.at(i+1) == '.' || in.at(i+1) == ',') && in.at(i+2) == '5':
		return i + len("0.5")
	case in.at(i) != '1':
		return 0
	}
	slash := in.one(in.indent(i+1), isSlash)
	if two := in.indent(slash); slash > 0 && in.at(two) == '2' {
		return two + 1
	}
	return 0
}

// squares returns the end of the squares that follow a square that ends at i. Blanks may
// stand around the separators. Behind a move, a dash or a colon apart from a second move joins nothing: 11-15 - 23-19 is two moves.
func (in *input) squares(i int) int {
	for first := i; ; {
		if isScore(in.text[:i]) && in.one(i, board.IsSeparator) == 0 {
			return i
		}
		separator := in.one(in.blanks(i), board.IsSeparator)
		if separator == 0 {
			return i
		}
		next := in.blanks(separator)
		if !isDigit(in.at(next)) {
			return i
		}
		sign, _ := in.rune(in.blanks(i))
		move, _ := in.wholeMove(next)
		end := in.digits(next)
		if apart := in.blanks(i) > i || next > separator; apart && i > first && (sign == ':' || isDash(sign)) && (move > 0 || in.at(end) == '.') {
			return i
		}
		i = end
	}
}

// loneNumber cuts a number that ends at n without a dot or a separator: a move number or a square, a
// move without separator such as 3228, or the beginning of a word.
func (in *input) loneNumber(n int) (int, kind) {
	const maxNumber = 2 // digits
	switch end := in.junk(n, false); {
	case n <= maxNumber && in.at(n) == ',' && end == n+1:
		return end, kindNumber
	case end > n:
		return in.word(n), kindWord
	case n > maxNumber:
		return n, kindMove
	}
	return n, kindNumber
}

// algebraic returns the length of a move with squares such as f6, or of one such square alone. It returns 0 if the text
// does not begin with one. Blanks may stand around the separators.
func (in *input) algebraic() int {
	end := 0
	for next := 0; isChessSquare(in.at(next), in.at(next+1)); {
		end = next + len("f6")
		next = end
		separator := in.one(in.indent(end), board.IsSeparator)
		if separator == 0 {
			continue
		}
		apart := in.indent(end) > end || in.indent(separator) > separator
		if next = in.indent(separator); apart && end > len("f6") && isChessSquare(in.at(next+len("f6-")), in.at(next+len("f6-e"))) {
			return end // a dash apart joins no second move
		}
	}
	return end
}

func isChessSquare(column, row byte) bool {
	column |= 0x20 // a small letter
	return 'a' <= column && column <= 'h' && '1' <= row && row <= '8'
}

// junk returns the end of the characters without a meaning that are attached to a move or
// result that ends at i, as in "17-21,foo". Verdict says that a result in words, as in "17-21Drawn", is none of them.
func (in *input) junk(i int, verdict bool) int {
	for n := i; ; {
		r, size := in.rune(n)
		if size == 0 || isBlank(r) || isStrength(r) || strings.ContainsRune("{}()[];$*0123456789", r) || in.evaluation(n) > 0 {
			return n
		}
		if verdict && in.verdict(n) > 0 {
			return n
		}
		n += size
		verdict = verdict && !isLetter(byte(min(r, 0x7F)))
	}
}

// evaluation returns the end of the sign for the opinion on a position, such as ± or +-, that stands at i, 0 if there is none.
func (in *input) evaluation(i int) int {
	const maximum = len("+/-")
	end, sign := 0, ""
	for n := i; len(sign) < maximum; {
		r, size := in.rune(n)
		switch {
		case size == 0:
			return end
		case isDash(r):
			r = '-'
		case isSlash(r):
			r = '/'
		}
		n += size
		sign += string(r)
		if _, known := positionNAGs[sign]; known {
			end = n
		} else if !strings.ContainsRune("+-=/", r) {
			break
		}
	}
	if c := in.at(end); end > 0 && (isDigit(c) || isLetter(c)) {
		return 0
	}
	return end
}

// isScore reports whether text, which begins with a digit, is a result. It may have blanks around the dash.
func isScore(text []byte) bool {
	const maximum = len("1 &#x2013; 0")
	if len(text) > maximum || len(text) > 1 && isDigit(text[1]) {
		return false
	}
	score := html.UnescapeString(file.Decoded(string(text)))
	_, ok := ParseResult(score)
	return ok && strings.ContainsFunc(score, func(r rune) bool { return isDash(r) || r == ':' })
}
