package pdn

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// decoded returns text as UTF-8: bytes that are not valid are taken for Latin-1.
func decoded(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			r = latin1(text[i])
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// The two curly quotes, where Windows keeps them in its extension of Latin-1.
const (
	windowsLeftQuote  = 0x93
	windowsRightQuote = 0x94
)

func latin1(c byte) rune {
	switch c {
	case windowsLeftQuote:
		return '“'
	case windowsRightQuote:
		return '”'
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

func isQuote(r rune) bool { return r == '"' || r == '“' || r == '”' }

func isBlank(r rune) bool { return unicode.IsSpace(r) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isSeparator(c byte) bool { return c == '-' || c == 'x' || c == 'X' || c == ':' }
