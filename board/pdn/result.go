package pdn

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
)

// ParseResult reads a result from a tag or the end of a game. It also accepts the scores of
// international draughts, such as "2-0", dashes of any kind or a colon, ½ and 0.5, a final dot, and words such as
// "Drawn", "Black wins" and "White resigns". It ignores blanks, and reads "" and "?" as Unfinished.
func ParseResult(text string) (board.Winner, bool) {
	switch plain := strings.TrimSuffix(strings.Map(plainScore, text), "."); halves.Replace(strings.ToLower(plain)) {
	case "*", "", "?":
		return board.Unfinished, true
	case "1-0", "2-0", "blackwins", "blackwon", "redwins", "redwon", "whiteresigns", "whiteresigned":
		return board.BlackWon, true
	case "0-1", "0-2", "whitewins", "whitewon", "blackresigns", "blackresigned", "redresigns", "redresigned":
		return board.WhiteWon, true
	case "1/2-1/2", "1-1", "1/2", "draw", "drawn", "drawngame", "gamedrawn":
		return board.Drawn, true
	case "0-0":
		return board.BothLost, true
	}
	return board.Unfinished, false
}

// halves replaces all other ways to write a half.
var halves = strings.NewReplacer("½", "1/2", "0.5", "1/2", "0,5", "1/2")

// plainScore returns the character of ASCII that a character of a result stands for, -1 for blanks.
func plainScore(r rune) rune {
	switch {
	case isBlank(r):
		return -1
	case isDash(r), r == ':':
		return '-'
	case isSlash(r):
		return '/'
	}
	return r
}

// NAG is a numeric annotation glyph, written $0 to $255. It is a code, the same in all languages,
// for the opinion of an annotator on a move.
type NAG uint8

// The glyphs with a sign of their own.
const (
	Good        NAG = 1 + iota // !
	Poor                       // ?
	VeryGood                   // !!
	VeryPoor                   // ??
	Interesting                // !?
	Doubtful                   // ?!
	Forced                     // the star that old files attach to a move
)

// inASCII spells the signs that have a character of their own.
var inASCII = strings.NewReplacer("‼", "!!", "⁇", "??", "⁈", "?!", "⁉", "!?", "！", "!", "？", "?")

// signs are the signs of the glyphs that have one.
var signs = [...]string{Good: "!", Poor: "?", VeryGood: "!!", VeryPoor: "??", Interesting: "!?", Doubtful: "?!"}

// Sign returns the sign of the glyph, such as "?!", or the glyph as PDN writes it, such as "$16", if it has none.
func (n NAG) Sign() string {
	if int(n) < len(signs) && signs[n] != "" {
		return signs[n]
	}
	return fmt.Sprintf("$%d", n)
}

// strengthNAG returns the glyph of a sign behind a move, "!" to "(?!)" or "*".
func strengthNAG(sign string) (NAG, bool) {
	sign = inASCII.Replace(sign)
	if sign == "*" {
		return Forced, true
	}
	if inner, ok := strings.CutPrefix(sign, "("); ok && strings.HasSuffix(inner, ")") {
		sign = strings.TrimSuffix(inner, ")")
	}
	n := slices.Index(signs[:], sign)
	return NAG(max(0, n)), n > 0
}

// numeric cuts a piece that begins with a digit or ½: a move number, a move or a result. It returns 0 if the text
// begins with neither. "1-0" and "1-1" begin like moves, so a move is always taken whole: "1-10".
func (in *input) numeric() (int, kind) {
	if n := in.drawScore(); n > 0 {
		return in.junk(n), kindResult
	}
	first := in.digits(0)
	if first == 0 {
		return 0, kindWord
	}
	if n := in.while(first, isDot); n > first {
		return n, kindNumber
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
	if in.at(0) == '0' {
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
// stand around the separators.
func (in *input) squares(i int) int {
	for {
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
		i = in.digits(next)
	}
}

// isScore reports whether text, which begins with a digit, is a result. It may have blanks around the dash.
func isScore(text []byte) bool {
	const longest = len("1 &#x2013; 0")
	if len(text) > longest || len(text) > 1 && isDigit(text[1]) {
		return false
	}
	score := html.UnescapeString(file.Decoded(string(text)))
	_, ok := ParseResult(score)
	return ok && strings.ContainsFunc(score, func(r rune) bool { return isDash(r) || r == ':' })
}

// loneNumber cuts a number that ends at n without a dot or a separator: a move number or a square, a
// move without separator such as 3228, or the beginning of a word.
func (in *input) loneNumber(n int) (int, kind) {
	const longestNumber = 2 // digits
	switch end := in.junk(n); {
	case n <= longestNumber && in.at(n) == ',' && end == n+1:
		return end, kindNumber
	case end > n:
		return in.word(n), kindWord
	case n > longestNumber:
		return n, kindMove
	}
	return n, kindNumber
}

// algebraic returns the length of a move with squares such as f6, or of one such square alone. It returns 0 if the text
// does not begin with one. Blanks may stand around the separators.
func (in *input) algebraic() int {
	end := 0
	for next := 0; in.isChessSquare(next); {
		end = next + len("f6")
		next = end
		if separator := in.one(in.indent(end), board.IsSeparator); separator > 0 {
			next = in.indent(separator)
		}
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
		return !isBlank(r) && !isStrength(r) && !strings.ContainsRune("{}()[];$*0123456789", r)
	})
}
