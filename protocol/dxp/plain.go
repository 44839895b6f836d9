package dxp

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plain returns a text in printable ASCII, the only characters of the protocol: letters lose their accents, and question
// marks stand for other characters.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r): // an accent
			return -1
		case r < ' ' || r > '~':
			return '?'
		}
		return r
	}, norm.NFKD.String(text))
}

// characters cuts the text of a message into its characters. A text that is not UTF-8 is taken for Latin-1.
func characters(text string) []string {
	if utf8.ValidString(text) {
		return strings.Split(text, "")
	}
	var all []string
	for _, c := range []byte(text) {
		all = append(all, string(rune(c)))
	}
	return all
}

// octets cuts a text into its bytes.
func octets(text string) []string {
	all := make([]string, len(text))
	for i := range len(text) {
		all[i] = text[i : i+1]
	}
	return all
}
