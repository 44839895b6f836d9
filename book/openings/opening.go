package openings

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
)

// Opening is a position to begin a game from, with the moves that lead to it.
type Opening struct {
	ID     string         // unique in its deck: the number of the ballot, or the place in the file
	Name   string         // "" if it has none
	Start  board.Position // the position before the first move
	Moves  []board.Move
	Barred bool // not used in tournaments: it loses by force
}

// Game returns a new game that stands at the end of the opening.
func (o Opening) Game() *board.Game {
	g := board.NewGame(o.Start)
	for _, m := range o.Moves {
		g.Play(m)
	}
	return g
}

// String returns the moves, "9-13 21-17 5-9". If the moves do not begin at the usual
// start, the FEN stands before them.
func (o Opening) String() string {
	moves := o.Start.LineText(o.Moves)
	switch {
	case o.Start == board.Start() && moves != "":
		return moves
	case moves == "":
		return o.Start.FEN()
	}
	return o.Start.FEN() + " " + moves
}

// check returns an error if no game can begin with the opening.
func (o Opening) check() error {
	if ended, over := o.Game().Outcome(); over {
		return fmt.Errorf("the game is over after %s: %s", board.Quote(o.String()), ended.By)
	}
	return nil
}

// Roots returns the starting position and the positions after the openings. Books and walks begin there.
func Roots(openings []Opening) []board.Position {
	roots := []board.Position{board.Start()}
	for _, o := range openings {
		roots = append(roots, o.Game().Position())
	}
	return roots
}

// Meeting returns how many openings lead to a position to which an earlier one leads, and the first such pair.
func Meeting(openings []Opening) (count int, earlier, later Opening) {
	seen := map[board.Position]Opening{}
	for _, o := range openings {
		p := o.Game().Position()
		first, met := seen[p]
		if !met {
			seen[p] = o
			continue
		}
		if count++; count == 1 {
			earlier, later = first, o
		}
	}
	return count, earlier, later
}

// parseOpening reads a FEN and plays moves from there. If the FEN is empty, the position is the
// usual start.
func parseOpening(fen string, moves []string) (Opening, error) {
	o := Opening{Start: board.Start()}
	if fen == "" && len(moves) == 0 {
		return o, errors.New("the opening has neither moves nor a position")
	}
	if fen != "" {
		start, err := board.ParseFEN(fen)
		if err != nil {
			return o, err
		}
		o.Start = start
	}
	g := board.NewGame(o.Start)
	if err := g.PlayText(moves...); err != nil {
		return o, err
	}
	o.Moves = g.Moves()
	return o, o.check()
}
