package pdn

import (
	"fmt"
	"strconv"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// Warnings returns what was read in the game but is probably wrong: a result that the board
// contradicts, a GameType or Variant that is not known, an impossible date, a PlyCount that is not the
// number of moves. Reader.Warnings returns the ambiguous captures of the text.
func (g *Game) Warnings() (warnings []error) {
	for _, warning := range []error{g.kindWarning(), g.dateWarning(), g.pliesWarning(), g.resultWarning()} {
		if warning != nil {
			warnings = append(warnings, warning)
		}
	}
	return warnings
}

// kindWarning returns a warning of a tag that should name a kind of draughts but names none that is known.
func (g *Game) kindWarning() error {
	for _, tag := range g.Tags {
		if _, known := foreign(tag.Name, tag.Value); !known {
			return fmt.Errorf("tag %s: %s is not a known kind of draughts", tag.Name, board.Quote(tag.Value))
		}
	}
	return nil
}

// dateWarning returns a warning of a date that is not written YYYY.MM.DD, with question marks for what is unknown.
func (g *Game) dateWarning() error {
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

// pliesWarning returns a warning of a PlyCount that is not the number of moves.
func (g *Game) pliesWarning() error {
	count := g.Tags.Get("PlyCount")
	if !g.StartKnown() {
		return nil
	}
	if n, err := strconv.Atoi(count); count != "" && (err != nil || n != len(g.Moves)) {
		return fmt.Errorf("tag PlyCount: %s, but the game has %d moves", board.Quote(count), len(g.Moves))
	}
	return nil
}

// resultWarning returns a warning of a result that the last position contradicts.
func (g *Game) resultWarning() error {
	if !g.StartKnown() {
		return nil
	}
	onBoard, _ := g.History().Outcome()
	winner, won := onBoard.Winner.Color()
	switch {
	case !won || onBoard.Winner == g.Result:
		return nil
	case g.Result == board.Unfinished:
		return fmt.Errorf("the game has no result, but %s has won on the board: %s", winner, onBoard.By)
	}
	text := fmt.Sprintf("the result is %s, but %s has won on the board, %s: %s", g.Result, winner, onBoard.Winner, onBoard.By)
	if g.Result == board.Won(winner.Opponent()) {
		text += " (is it written as in chess, White first?)"
	}
	return fmt.Errorf("%s", text)
}
