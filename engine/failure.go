package engine

import (
	"fmt"
	"runtime/debug"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// failure is a search that panicked. A front end that holds the engine in its own
// process must not fall with it.
type failure struct {
	reason any
	stack  []byte
}

// guarded searches; a panic is the failure.
func guarded(find func() search.Info) (best search.Info, failed *failure) {
	defer func() {
		if reason := recover(); reason != nil {
			failed = &failure{reason, debug.Stack()}
		}
	}()
	return find(), nil
}

// recover replaces the searcher, which may have been left half way through anything, and
// returns some legal move, so that the game goes on. It is called with the engine locked.
func (e *Engine) recover(f *failure) search.Info {
	text := fmt.Sprintf("the search failed: %v", f.reason)
	e.log.logger.Error(text, zap.ByteString("stack", f.stack))
	e.failures = append(e.failures, text)
	e.searcher = e.searcher.Renewed()
	return anyMove(e.game.Position())
}

// anyMove returns a legal move of p that was not thought about, none if there is none.
func anyMove(p board.Position) search.Info {
	var l board.MoveList
	p.Moves(&l)
	if l.Len() == 0 || p.Finished() {
		return search.Info{}
	}
	return search.Info{Rank: 1, PV: []board.Move{l.At(0)}}
}

// Glance returns a good-looking move for a position without waiting for anything: no
// databases, no table, and only as deep as takes no time. Its PV is empty if there is no
// move. It is for those who cannot wait until Loaded.
func Glance(game *board.Game) search.Info {
	best, failed := guarded(search.New(1, 1).NewRun(game, search.Limits{Depth: glanceDepth}, nil).Search)
	if failed != nil {
		return anyMove(game.Position())
	}
	return best
}

// glanceDepth is over in about a millisecond.
const glanceDepth = 6
