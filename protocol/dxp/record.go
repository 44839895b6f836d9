package dxp

import (
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
)

// GameSetup is what both sides agree on before a game.
type GameSetup struct {
	Start   board.Position
	Colour  board.Color // of this side
	Minutes int         // for all moves of a side, 0 for no clock, at most 999
	Moves   int         // limit of the moves of each side, 0 for no limit, at most 999
}

// maxNumber is the largest number of minutes or of moves that a request for a game can hold.
const maxNumber = 999

// Check returns an error unless the protocol can express the g.
func (g GameSetup) Check() error {
	switch {
	case g.Minutes < 0 || g.Minutes > maxNumber:
		return fmt.Errorf("minutes %d is not between 0 and %d", g.Minutes, maxNumber)
	case g.Moves < 0 || g.Moves > maxNumber:
		return fmt.Errorf("moves %d is not between 0 and %d", g.Moves, maxNumber)
	}
	_, err := board.ParseFEN(g.Start.FEN())
	return err
}

// Record is a game that is over, or that broke off.
type Record struct {
	Number int // 1 for the first of the connection
	Setup  GameSetup
	Names  [2]string // by colour
	Began  time.Time
	Plies  []Ply
	Result board.Winner
	Ending string // in words
}

// Ply is a move of a game and the time it took.
type Ply struct {
	Move    board.Move
	Elapsed time.Duration
}

// Game returns the record as PDN, with the time of every move.
func (r *Record) Game() *pdn.Game {
	g := pdn.NewGame(r.Setup.Start)
	g.Result = r.Result
	for _, tag := range []pdn.Tag{
		{Name: "Event", Value: "DXP match"},
		{Name: "Date", Value: r.Began.Format("2006.01.02")},
		{Name: "Round", Value: fmt.Sprint(r.Number)},
		{Name: "Black", Value: r.Names[board.Black]},
		{Name: "White", Value: r.Names[board.White]},
		{Name: "TimeControl", Value: r.Setup.timeControl()},
		{Name: "Termination", Value: r.Ending},
	} {
		g.Tags.Set(tag.Name, tag.Value)
	}
	for _, ply := range r.Plies {
		g.Add(ply.Move).Comments = []string{fmt.Sprintf("[%%emt %s]", clockTime(ply.Elapsed))}
	}
	return g
}

// timeControl returns the clock as PDN writes it.
func (g GameSetup) timeControl() string {
	seconds := g.Minutes * int(time.Minute/time.Second)
	switch {
	case g.Minutes == 0:
		return "-"
	case g.Moves > 0:
		return fmt.Sprintf("%d/%d", g.Moves, seconds)
	}
	return fmt.Sprint(seconds)
}

// clockTime returns a duration as h:mm:ss.
func clockTime(d time.Duration) string {
	d = d.Round(time.Second)
	return fmt.Sprintf("%d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
}
