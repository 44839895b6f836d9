package main

import (
	"context"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// enginePlayer moves as the program does.
type enginePlayer struct {
	engine *engine.Engine
	limits search.Limits
}

func (p *enginePlayer) move(g *board.Game) board.Move {
	if len(g.Moves()) == 0 {
		_ = p.engine.NewGame() // fails only during a search
	}
	best, _ := p.engine.Search(context.Background(), g, p.limits, nil) // likewise
	return best.Move()
}
