package chart

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How many letters of a text there is room for.
const (
	maxTitle = 90
	maxAxis  = 60
	maxName  = 32
)

// label returns a text on one line without anything that cannot be printed, and cut
// to a length.
func label(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != utf8.RuneError {
			return r
		}
		return ' '
	}, text)
	if letters := []rune(text); len(letters) > limit {
		return string(letters[:limit-1]) + "…"
	}
	return text
}
