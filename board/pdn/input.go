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
	const longest = len("&#x2013;")
	n := i + 1
	for n-i < longest && (isLetter(in.at(n)) || isDigit(in.at(n)) || in.at(n) == '#') {
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

// cleanComment returns text in a form that can stand in a comment: on one line, and with round brackets
// in place of all curly ones if the text has a closing curly bracket, which would end the comment.
func cleanComment(text string) string {
	if strings.Contains(text, "}") {
		text = strings.NewReplacer("{", "(", "}", ")").Replace(text)
	}
	return file.OneLine(text)
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
