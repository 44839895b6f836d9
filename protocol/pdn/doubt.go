package pdn

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Doubts returns what in a game can be read but hardly be right: a result that the board
// contradicts, a game of another kind, a date or a number of plies that does not fit.
func (g *Game) Doubts() (doubts []error) {
	for _, doubt := range []error{g.doubtKind(), g.doubtDate(), g.doubtPlies(), g.doubtResult()} {
		if doubt != nil {
			doubts = append(doubts, doubt)
		}
	}
	return doubts
}

// doubtKind doubts a GameType that is not English draughts.
func (g *Game) doubtKind() error {
	kind := g.Tags.Get(tagGameType)
	if number, _, _ := strings.Cut(kind, ","); kind != "" && number != englishDraughts {
		return fmt.Errorf("tag GameType: %s is not English draughts, %s", board.Quote(kind), englishDraughts)
	}
	return nil
}

// doubtDate doubts a date that is not written YYYY.MM.DD, with question marks for what is unknown.
func (g *Game) doubtDate() error {
	date := g.Tags.Get("Date")
	if date == "" || date == "?" {
		return nil
	}
	known := []byte(date)
	const pattern, earliest = "dddd.dd.dd", "2000.01.01" // a leap year's first day
	if len(known) != len(pattern) {
		return fmt.Errorf("tag Date: %s is not a date such as 1992.08.??", board.Quote(date))
	}
	for i := range known {
		if known[i] == '?' && pattern[i] == 'd' {
			known[i] = earliest[i]
		}
	}
	if _, err := time.Parse("2006.01.02", string(known)); err != nil {
		return fmt.Errorf("tag Date: %s is not a date such as 1992.08.??", board.Quote(date))
	}
	return nil
}

// doubtPlies doubts a PlyCount that is not the number of moves.
func (g *Game) doubtPlies() error {
	count := g.Tags.Get("PlyCount")
	if n, err := strconv.Atoi(count); count != "" && (err != nil || n != len(g.Moves)) {
		return fmt.Errorf("tag PlyCount: %s, but the game has %d moves", board.Quote(count), len(g.Moves))
	}
	return nil
}

// doubtResult doubts a result that the last position contradicts.
func (g *Game) doubtResult() error {
	if !g.Placed() {
		return nil
	}
	verdict, ending := g.Verdict()
	winner, won := verdict.Winner()
	switch {
	case !won || verdict == g.Result:
		return nil
	case g.Result == Unfinished:
		return fmt.Errorf("the game has no result, but %s has won on the board: %s", winner, ending)
	}
	text := fmt.Sprintf("the result is %s, but %s has won on the board, %s: %s", g.Result, winner, verdict, ending)
	if g.Result == Won(winner.Opponent()) {
		text += " (is it written as in chess, White first?)"
	}
	return fmt.Errorf("%s", text)
}
