package player

import (
	"strings"
	"unicode"
)

// The most letters that are kept of an engine's texts.
const (
	longestName = 60  // the engine's name
	longestText = 200 // an error message, or a line of standard error
)

// oneLine returns text without line ends and other control characters, with single blanks between its
// words, cut to the given number of letters.
func oneLine(text string, most int) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	letters := []rune(strings.Join(words, " "))
	if len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return string(letters)
}
