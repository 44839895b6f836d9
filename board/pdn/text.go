package pdn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/zonda-checkers/zonda/board"
)

// decoded returns text as UTF-8: bytes that are not valid are taken for Windows-1252.
func decoded(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			r = windows1252(text[i])
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// windows1252 returns the character of a byte that is no UTF-8: that of Windows-1252, which is Latin-1 with quotes, dashes
// and other signs in place of control characters.
func windows1252(c byte) rune {
	if r := charmap.Windows1252.DecodeByte(c); r != utf8.RuneError {
		return r
	}
	return rune(c)
}

// folded returns text as UTF-8 on one line, with single blanks between its words. The characters that file.Text does
// not leave as they are count as blanks, so that what is written can be read again.
func folded(text string) string {
	const byteOrderMark, endOfFile = '\uFEFF', '\x1A'
	words := strings.FieldsFunc(decoded(text), func(r rune) bool {
		return unicode.IsSpace(r) || r == byteOrderMark || r == endOfFile
	})
	return strings.Join(words, " ")
}

// cleanComment returns text in a form that can stand in a comment: folded, and with round brackets
// in place of all curly ones if the text has a closing curly bracket, which would end the comment.
func cleanComment(text string) string {
	if strings.Contains(text, "}") {
		text = strings.NewReplacer("{", "(", "}", ")").Replace(text)
	}
	return folded(text)
}

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
