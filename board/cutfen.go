package board

import (
	"strings"
	"unicode"
)

// maxFEN is more bytes than a FEN of 24 kings has without blanks.
const maxFEN = 160

// CutFEN returns the FEN at the beginning of a text, without quotes and tag and with the blanks beside its colons and commas left out, and
// the rest of the text. Two numbers behind the FEN, as behind the positions of chess, belong to it. If the text does not begin with a FEN,
// the rest begins after the first word.
func CutFEN(text string) (fen, rest string) {
	if wrapped, after, ok := cutWrapped(text); ok {
		if fen, inside := CutFEN(wrapped); inside == "" {
			return fen, after
		}
		return wrapped, after
	}
	fen, rest = cutWord(text)
	for len(fen) < maxFEN {
		word, after := cutWord(rest)
		if !continuesFEN(fen, word) {
			break
		}
		fen, rest = fen+word, after
	}
	plies, behind := cutWord(rest)
	moves, after := cutWord(behind)
	if with := fen + " " + plies + " " + strings.TrimRight(moves, ";"); withoutCounters(with) == fen {
		rest = after
	}
	return fen, rest
}

// wrapping are the pairs of signs in which positions stand.
var wrapping = [...]struct{ begin, end string }{
	{`"`, `"`}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"„", "“"}, {"„", "”"}, {"”", "”"}, {"«", "»"}, {"»", "«"}, {"‘", "’"}, {"‚", "‘"}, {"’", "’"}, {"‹", "›"},
}

// cutWrapped returns the text in quotes, in a tag or behind the word FEN at the beginning of a text, and the rest; false if the text does
// not begin with one of them.
func cutWrapped(text string) (inside, rest string, ok bool) {
	text = strings.TrimSpace(text)
	if tag, found := strings.CutPrefix(text, "["); found {
		inside, rest, ok = strings.Cut(tag, "]")
		inside = strings.TrimSpace(inside)
		return inside, strings.TrimSpace(rest), ok && isNamedFEN(inside)
	}
	if isNamedFEN(text) {
		inside = strings.TrimLeft(text[len(nameFEN):], " \t:=")
		if inside, rest, ok := cutWrapped(inside); ok {
			return inside, rest, true
		}
		fen, rest := CutFEN(inside)
		return fen, rest, true
	}
	for _, pair := range wrapping {
		if quoted, found := strings.CutPrefix(text, pair.begin); found {
			if inside, rest, ok = strings.Cut(quoted, pair.end); ok {
				return inside, strings.TrimSpace(rest), true
			}
		}
	}
	return "", text, false
}

// nameFEN is the name of the tag that holds a position.
const nameFEN = "FEN"

// isNamedFEN reports whether a text begins with the name of a tag FEN and more.
func isNamedFEN(text string) bool {
	const n = len(nameFEN)
	return len(text) > n && strings.EqualFold(text[:n], nameFEN) && !unicode.IsLetter(rune(text[n]))
}

// unwrapped returns a position without the quotes or the tag around it. A text with more behind them stays.
func unwrapped(text string) string {
	for {
		inside, rest, ok := cutWrapped(text)
		if !ok || rest != "" && rest != "." {
			return text
		}
		text = inside
	}
}

// withoutCounters returns a position without two numbers behind it, of plies without progress and of moves. Numbers that may be squares
// whose commas are missing stay.
func withoutCounters(text string) string {
	fields := strings.Fields(text)
	n := len(fields) - 2
	if n < 1 || !isCount(fields[n]) || !isCount(fields[n+1]) {
		return text
	}
	lists := strings.Join(fields[:n], " ")
	if last := lists[len(lists)-1]; last != '.' && last < '0' || last > '9' || fields[n] != "0" && !strings.ContainsAny(lists, ",-") {
		return text
	}
	return lists
}

// isCount reports whether a text is a number of at most four digits.
func isCount(text string) bool {
	const maximum = 4
	return text != "" && len(text) <= maximum && strings.Trim(text, "0123456789") == ""
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
