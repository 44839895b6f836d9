package player

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
)

// dialect speaks one protocol with an engine. It holds everything in which the protocols differ.
type dialect interface {
	// greet begins the conversation. It returns the engine's own name, "" if the engine gives none, and
	// the options that the engine declares.
	greet(ctx context.Context) (name string, declared options, err error)
	// set sets options and waits until the engine is ready.
	set(ctx context.Context, settings []setting) error
	newGame(ctx context.Context) error
	// place sends the position and waits until the engine confirms it. All earlier output of the engine is
	// read by then.
	place(ctx context.Context, r Request) error
	// search returns the line that starts a search of the position that place has sent.
	search(r Request) string
	// readLine reads a line of engine output during a search and adds it to t. Done is true for the line with
	// the move; answer is then the text of the move.
	readLine(text string, t *thought) (answer string, done bool)
	// find returns the legal move of p that the answer names.
	find(p board.Position, answer string) (board.Move, error)
}
