package solve

import (
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/engine/board"
)

// longestFEN is more, in bytes, than a FEN of 24 kings needs without its blanks.
const longestFEN = 160

// quotes are what FENs and names stand in.
const quotes = "\"'“”"

// parseFEN reads a FEN as files have it: it may stand in quotes, have blanks beside its
// colons and commas, and end with a dot.
func parseFEN(text string) (board.Position, error) {
	fen, rest := cutFEN(strings.TrimSpace(text))
	if rest != "" {
		fen = text // the error quotes all of it
	}
	return board.ParseFEN(fen)
}

// cutFEN takes the FEN off that a text begins with, without its quotes and blanks. What
// cannot be one is cut at its first blank.
func cutFEN(text string) (fen, rest string) {
	if quoted, after, ok := cutQuoted(text); ok {
		if fen, inside := cutFEN(quoted); inside == "" {
			return fen, after
		}
		return quoted, after
	}
	fen, rest = cutWord(text)
	for len(fen) < longestFEN {
		word, after := cutWord(rest)
		if !goesOn(fen, word) {
			break
		}
		fen, rest = fen+word, after
	}
	return fen, rest
}

// cutQuoted takes a text in quotes off; false if there is none.
func cutQuoted(text string) (quoted, rest string, ok bool) {
	for _, pair := range []struct{ begin, end string }{{`"`, `"`}, {"'", "'"}, {"“", "”"}} {
		if inside, ok := strings.CutPrefix(text, pair.begin); ok {
			quoted, rest, ok = strings.Cut(inside, pair.end)
			return quoted, strings.TrimSpace(rest), ok
		}
	}
	return "", text, false
}

// cutWord takes the first word off.
func cutWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		return text, ""
	}
	return text[:end], strings.TrimSpace(text[end:])
}

// goesOn reports whether a word behind a blank belongs to the FEN before it: there is a
// colon, a comma or the letter of a list of pieces at the blank.
func goesOn(fen, word string) bool {
	if fen == "" || word == "" {
		return false
	}
	if word == "." || strings.ContainsRune(":,", rune(word[0])) || strings.ContainsRune(":,", rune(fen[len(fen)-1])) {
		return true
	}
	list := len(fen) > 1 && fen[len(fen)-2] == ':' && strings.ContainsRune("BWbw", rune(fen[len(fen)-1]))
	square := strings.TrimLeft(word, "Kk")
	return list && square != "" && '0' <= square[0] && square[0] <= '9'
}
