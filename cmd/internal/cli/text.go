package cli

import (
	"strings"
	"unicode"
)

// Fit returns a text cut to a width in letters, with a replacement for every character that a terminal
// cannot print.
func Fit(text string, width int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text))
	if len(runes) > width {
		const cut = ".."
		return string(runes[:width-len(cut)]) + cut
	}
	return string(runes)
}
