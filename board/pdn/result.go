package pdn

import (
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Result is the result of a game. Its text names the first player first: in English draughts "1-0"
// means that Black won, not White as in chess. Game.BoardResult returns the result on the board.
type Result uint8

// The results of a game. The zero value is a game without a result.
const (
	Unfinished Result = iota // *
	BlackWon                 // 1-0
	WhiteWon                 // 0-1
	Drawn                    // 1/2-1/2
	BothLost                 // 0-0
)

// Won returns the result of a game that c won.
func Won(c board.Color) Result {
	if c == board.Black {
		return BlackWon
	}
	return WhiteWon
}

// ParseResult reads a result from a tag or the end of a game. It also accepts the scores of
// international draughts, such as "2-0", dashes of any kind or a colon, ½ and 0.5, a final dot, and words such as
// "Drawn", "Black wins" and "White resigns". It ignores blanks, and reads "" and "?" as Unfinished.
func ParseResult(text string) (Result, bool) {
	switch plain := strings.TrimSuffix(strings.Map(plainScore, text), "."); halves.Replace(strings.ToLower(plain)) {
	case "*", "", "?":
		return Unfinished, true
	case "1-0", "2-0", "blackwins", "blackwon", "redwins", "redwon", "whiteresigns", "whiteresigned":
		return BlackWon, true
	case "0-1", "0-2", "whitewins", "whitewon", "blackresigns", "blackresigned", "redresigns", "redresigned":
		return WhiteWon, true
	case "1/2-1/2", "1-1", "1/2", "draw", "drawn":
		return Drawn, true
	case "0-0":
		return BothLost, true
	}
	return Unfinished, false
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

// Winner returns the side that won, and false if neither did.
func (r Result) Winner() (board.Color, bool) {
	if r == WhiteWon {
		return board.White, true
	}
	return board.Black, r == BlackWon
}

// String returns the result as PDN writes it for English draughts.
func (r Result) String() string {
	switch r {
	case BlackWon:
		return "1-0"
	case WhiteWon:
		return "0-1"
	case Drawn:
		return "1/2-1/2"
	case BothLost:
		return "0-0"
	}
	return "*"
}
