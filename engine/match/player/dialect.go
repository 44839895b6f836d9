package player

import (
	"context"

	"github.com/zonda-checkers/zonda/engine/board"
)

// dialect is what differs between the protocols.
type dialect interface {
	// greet returns what the engine calls itself, "" if nothing, and the options it declares.
	greet(ctx context.Context) (name string, declared options, err error)
	// set sets options and waits until the engine is ready.
	set(ctx context.Context, settings []setting) error
	newGame(ctx context.Context) error
	// place sets up the position and waits until all that the engine said before is read.
	place(ctx context.Context, r Request) error
	// search returns the line that starts a search of the position placed.
	search(r Request) string
	// hear takes a line said during the search in; the answer, once it comes, is the move's text.
	hear(text string, t *thought) (answer string, done bool)
	// find returns the legal move of p that the answer names.
	find(p board.Position, answer string) (board.Move, error)
}
