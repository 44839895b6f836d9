package checkerboard

import (
	"errors"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// setHistory reads "FEN M M...": the position after the last irreversible move and
// the moves since, for the next getmove.
func (a *Adapter) setHistory(arguments string) error {
	words := strings.Fields(arguments)
	if len(words) == 0 {
		return errors.New("a FEN is missing")
	}
	position, err := board.ParseFEN(words[0])
	if err != nil {
		return err
	}
	game := board.NewGame(position)
	if err := game.PlayText(words[1:]...); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.settings.history = game
	return nil
}

// NewGame removes the moves of the game so far: the next request begins a new game.
func (a *Adapter) NewGame() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.settings.history, a.settings.followed = nil, nil
}

// gameFor returns the game that leads to the requested position. It is the game of "set gamehist" if that game ends
// there, or else the game of the requests so far with one more move of the opponent, or else a new game.
func (a *Adapter) gameFor(r Request) *board.Game {
	a.mu.Lock()
	defer a.mu.Unlock()
	told, followed := a.settings.history, a.settings.followed
	a.settings.history = nil
	if told != nil && told.Position() == r.Position {
		return told
	}
	if followed != nil && !r.newGame() {
		if game := continued(followed, r.Position); game != nil {
			return game
		}
	}
	return board.NewGame(r.Position)
}

// continued returns game with one more move, which leads to p; nil if no move leads to p.
func continued(game *board.Game, p board.Position) *board.Game {
	for m := range game.Position().Legal() {
		if game.Position().Play(m) == p {
			longer := game.Clone()
			longer.Play(m)
			return longer
		}
	}
	return nil
}
