package pdn

import (
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// ParseResult reads a result from a tag or the end of a game. It also accepts the scores of
// international draughts, such as "2-0", dashes of any kind or a colon, ½ and 0.5, a final dot, and words such as
// "Drawn", "Black wins" and "White resigns". It ignores blanks, and reads "" and "?" as Unfinished.
func ParseResult(text string) (board.Winner, bool) {
	switch plain := strings.TrimSuffix(strings.Map(plainScore, text), "."); halves.Replace(strings.ToLower(plain)) {
	case "*", "", "?":
		return board.Unfinished, true
	case "1-0", "2-0", "blackwins", "blackwon", "redwins", "redwon", "whiteresigns", "whiteresigned":
		return board.BlackWon, true
	case "0-1", "0-2", "whitewins", "whitewon", "blackresigns", "blackresigned", "redresigns", "redresigned":
		return board.WhiteWon, true
	case "1/2-1/2", "1-1", "1/2", "draw", "drawn", "drawngame", "gamedrawn":
		return board.Drawn, true
	case "0-0":
		return board.BothLost, true
	}
	return board.Unfinished, false
}

// halves replaces all other ways to write a half.
var halves = strings.NewReplacer("½", "1/2", "0.5", "1/2", "0,5", "1/2")

// plainScore returns the character of ASCII that a character of a result stands for, -1 for blanks.
func plainScore(r rune) rune {
	switch {
	case isBlank(r):
		return -1
	case isDash(r), r == ':':
		return '-'
	case isSlash(r):
		return '/'
	}
	return r
}
