package board

import (
	"strings"
	"unicode"
)

// longestFEN is more bytes than a FEN of 24 kings has without blanks.
const longestFEN = 160

// CutFEN returns the FEN at the beginning of a text, without quotes and with the blanks beside its colons and commas left out, and the
// rest of the text. If the text does not begin with a FEN, the rest begins after the first word.
func CutFEN(text string) (fen, rest string) {
	if quoted, after, ok := cutQuoted(text); ok {
		if fen, inside := CutFEN(quoted); inside == "" {
			return fen, after
		}
		return quoted, after
	}
	fen, rest = cutWord(text)
	for len(fen) < longestFEN {
		word, after := cutWord(rest)
		if !continuesFEN(fen, word) {
			break
		}
		fen, rest = fen+word, after
	}
	return fen, rest
}

// cutQuoted returns the text in quotes at the beginning of a text, and the rest; false if the text does
// not begin with a quote.
func cutQuoted(text string) (quoted, rest string, ok bool) {
	for _, pair := range []struct{ begin, end string }{{`"`, `"`}, {"'", "'"}, {"“", "”"}} {
		if inside, ok := strings.CutPrefix(text, pair.begin); ok {
			quoted, rest, ok = strings.Cut(inside, pair.end)
			return quoted, strings.TrimSpace(rest), ok
		}
	}
	return "", text, false
}

// cutWord returns the first word of a text, and the rest.
func cutWord(text string) (word, rest string) {
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		return text, ""
	}
	return text[:end], strings.TrimSpace(text[end:])
}

// continuesFEN reports whether word, which comes after a blank, belongs to the FEN before it. It does
// if a colon, a comma, the letter that begins a list of pieces or that of a king is next to the blank.
func continuesFEN(fen, word string) bool {
	if fen == "" || word == "" {
		return false
	}
	if word == "." || strings.ContainsRune(":,", rune(word[0])) || strings.ContainsRune(":,", rune(fen[len(fen)-1])) {
		return true
	}
	before := strings.TrimRight(fen, "Kk")
	listed := len(before) > 1 && before[len(before)-2] == ':' && strings.ContainsRune("BWbw", rune(before[len(before)-1]))
	square, _ := cutKing(word)
	return (listed || strings.HasSuffix(before, ",")) && square != "" && '0' <= square[0] && square[0] <= '9'
}
