package engine

import (
	"fmt"
	"runtime/debug"

	"go.uber.org/zap"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// failure is a panic of a search, an ErrFailed. It must not end the process, which may be that of a front end.
type failure struct {
	reason any
	stack  []byte
}

func (f *failure) Error() string { return fmt.Sprintf("%v: %v", ErrFailed, f.reason) }

func (f *failure) Unwrap() error { return ErrFailed }

// guarded calls find and returns its result. If find panics, guarded returns the failure instead.
func guarded(find func() search.Info) (best search.Info, failed *failure) {
	defer func() {
		if reason := recover(); reason != nil {
			failed = &failure{reason, debug.Stack()}
		}
	}()
	return find(), nil
}

// recover replaces the searcher and the player of option Level, whose state after a panic is unknown, and returns a legal
// move, so that the game goes on. It is called with the engine locked.
func (e *Engine) recover(f *failure) search.Info {
	e.log.logger.Error(f.Error(), zap.ByteString("stack", f.stack))
	e.searcher = e.searcher.Renewed()
	e.makePlayer(e.settings.Level)
	return anyMove(e.game.Position())
}

// anyMove returns the first legal move of p without a search; no move if the game is
// over.
func anyMove(p board.Position) search.Info {
	var l board.MoveList
	p.Moves(&l)
	if l.Len() == 0 || p.Finished() {
		return search.Info{}
	}
	return search.Info{Rank: 1, PV: []board.Move{l.At(0)}}
}

// Shallow searches the last position of game to a depth of 6 plies, about a millisecond, without an Engine. The search
// uses no databases and no books, and has its own transposition table. The PV is empty if there is no move. Shallow is
// for front ends that want a move before the databases of an engine are open: see Loaded.
func Shallow(game *board.Game) search.Info {
	best, failed := guarded(search.New(1, 1).NewRun(game, search.Limits{Depth: shallowDepth}, search.Sources{}, nil).Search)
	if failed != nil {
		return anyMove(game.Position())
	}
	return best
}

// shallowDepth is the depth in plies of a search that takes about a millisecond.
const shallowDepth = 6
