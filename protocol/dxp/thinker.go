package dxp

import (
	"context"
	"time"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// Thinker finds moves.
type Thinker interface {
	// NewGame forgets the last game.
	NewGame() error

	// Think returns a legal move of the last position of the game, which has one. Clock is the time
	// that its side has left, nil for none. If ctx ends it returns soon, with a move or an error.
	Think(ctx context.Context, game *board.Game, clock *search.Clock) (board.Move, error)
}

// EngineThinker is an engine that thinks.
type EngineThinker struct {
	engine *engine.Engine
	limits search.Limits
}

// NewEngineThinker returns a Thinker that asks an engine, which stays the caller's. The limits hold
// beside the clock.
func NewEngineThinker(e *engine.Engine, limits search.Limits) *EngineThinker {
	return &EngineThinker{e, limits}
}

// unclocked is the time for a move that nothing limits.
const unclocked = time.Second

// NewGame clears the engine's memory.
func (t *EngineThinker) NewGame() error { return t.engine.NewGame() }

// Think searches the position.
func (t *EngineThinker) Think(ctx context.Context, game *board.Game, clock *search.Clock) (board.Move, error) {
	if err := t.engine.SetGame(game); err != nil {
		return board.Move{}, err
	}
	limits := t.limits
	if clock == nil && limits.MoveTime == 0 && limits.Depth == 0 && limits.Nodes == 0 {
		limits.MoveTime = unclocked
	}
	limits.Clock, limits.InstantOnly = clock, true
	var best search.Info
	if err := t.engine.Start(limits, nil, func(i search.Info) { best = i }); err != nil {
		return board.Move{}, err
	}
	unlink := context.AfterFunc(ctx, t.engine.Stop)
	t.engine.Wait()
	unlink()
	return best.Move(), nil
}
