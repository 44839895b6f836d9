package player

import (
	"strings"
	"unicode"
)

// The most letters kept of what an engine says.
const (
	longestName   = 60  // what it calls itself
	longestSaying = 200 // why it refuses something, or its last words
)

// oneLine returns text without line ends and other control characters, with single blanks
// between its words, cut to at most so many letters.
func oneLine(text string, most int) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	letters := []rune(strings.Join(words, " "))
	if len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return string(letters)
}
