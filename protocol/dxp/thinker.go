package dxp

import (
	"context"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// Thinker finds the moves of one side.
type Thinker interface {
	// NewGame prepares for a new game.
	NewGame() error

	// Think returns a legal move of the last position of the game, which has one. Clock is the time
	// that the side to move has left, nil if there is no clock. When ctx ends, Think returns soon, with a move or an error.
	Think(ctx context.Context, game *board.Game, clock *search.Clock) (board.Move, error)
}

// EngineThinker is a Thinker that searches with an engine.
type EngineThinker struct {
	engine *engine.Engine
	limits search.Limits
}

// NewEngineThinker returns a Thinker that searches with e. The caller closes e. Each search ends at the limits
// or by the clock, whichever is first.
func NewEngineThinker(e *engine.Engine, limits search.Limits) *EngineThinker {
	return &EngineThinker{e, limits}
}

// defaultMoveTime is the time of a search that has no clock and no limits.
const defaultMoveTime = time.Second

// NewGame makes the engine forget the last game.
func (t *EngineThinker) NewGame() error { return t.engine.NewGame() }

// Think searches the position.
func (t *EngineThinker) Think(ctx context.Context, game *board.Game, clock *search.Clock) (board.Move, error) {
	limits := t.limits
	if clock == nil && limits.MoveTime == 0 && limits.Depth == 0 && limits.Nodes == 0 {
		limits.MoveTime = defaultMoveTime
	}
	limits.Clock, limits.QuickOnlyMove = clock, true
	best, err := t.engine.Play(ctx, game, limits)
	return best.Move(), err
}
