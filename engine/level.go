package engine

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/engine/level"
	"github.com/zonda-checkers/zonda/search"
)

// fullStrength is the value of option Level that limits nothing.
const fullStrength = 0

// leastBookLevel is the lowest level that plays moves of the opening book. People of the levels below know no book.
const leastBookLevel = 6

// changeLevel prepares the player of a level.
func (e *Engine) changeLevel(n int) error {
	e.makePlayer(n)
	return nil
}

// makePlayer makes the player of a level, none for fullStrength.
func (e *Engine) makePlayer(n int) {
	e.player = nil
	if n != fullStrength {
		e.player = level.New(n, rand.Float64)
	}
}

// limitsStrength reports whether the search for a move is left to the player of option Level. An analysis without end and
// a problem are searched with full strength.
func (e *Engine) limitsStrength(limits search.Limits) bool {
	return e.player != nil && !limits.Infinite && !limits.Solve
}

// beginLevel prepares the search of the player of option Level. The function choose takes its result and returns the move that
// is played. It is called with the engine locked.
func (e *Engine) beginLevel(limits search.Limits, report func(search.Info)) (run *search.Run, choose func(search.Info) search.Info) {
	run, chosen := e.player.Begin(e.game, limits, e.sources.Evaluator)
	return run, func(best search.Info) search.Info {
		best = chosen(best)
		if report != nil {
			report(best)
		}
		return best
	}
}
