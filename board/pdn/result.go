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
// international draughts, such as "2-0", dashes of any kind, and ½. It ignores blanks, and reads "" and "?" as
// Unfinished.
func ParseResult(text string) (Result, bool) {
	switch strings.ReplaceAll(strings.Map(plainScore, text), "½", "1/2") {
	case "*", "", "?":
		return Unfinished, true
	case "1-0", "2-0":
		return BlackWon, true
	case "0-1", "0-2":
		return WhiteWon, true
	case "1/2-1/2", "1-1", "1/2":
		return Drawn, true
	case "0-0":
		return BothLost, true
	}
	return Unfinished, false
}

// plainScore returns the character of ASCII that a character of a result stands for, -1 for blanks.
func plainScore(r rune) rune {
	switch {
	case isBlank(r):
		return -1
	case isDash(r):
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
