package antibooklearn

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// analyzer searches positions on one thread. It uses no opening book. It uses no anti-book either, because a search that
// scores the entries as lost cannot check them.
type analyzer struct {
	engine *engine.Engine
}

func newAnalyzer(hashMiB int) (*analyzer, error) {
	e, err := engine.New(engine.Config{Hash: hashMiB})
	return &analyzer{e}, err
}

// Close ends the engine.
func (a *analyzer) Close() error { return a.engine.Close() }

// clear empties the transposition table, so that the next search depends on its position alone.
func (a *analyzer) clear() error { return a.engine.NewGame() }

// finding is the result of a search of a position, for the side that has just moved.
type finding struct {
	score     eval.Score
	depth     int
	goodDepth int // the depth of the last iteration with a score that looks good, 0 if there is none
}

// analyze searches p and returns the finding for the side that has just moved. A score of at least looks looks good.
func (a *analyzer) analyze(ctx context.Context, p board.Position, limits search.Limits, looks eval.Score) (o finding, err error) {
	report := func(i engine.Lines) {
		o.score, o.depth = -known(i.Info), int(i.Depth)
		if o.score >= looks {
			o.goodDepth = o.depth
		}
	}
	err = a.search(ctx, p, limits, report)
	return o, err
}

// known returns the score of a line: eval.Draw where the databases know that the line draws.
func known(i search.Info) eval.Score {
	if i.Known == board.Draw {
		return eval.Draw
	}
	return i.Score
}

// best returns the score of p for the side to move if it does not play the move without; ok is false if it has no other
// move.
func (a *analyzer) best(ctx context.Context, p board.Position, limits search.Limits, without board.Move) (score eval.Score, ok bool, err error) {
	for m := range p.Legal() {
		if m != without {
			limits.SearchMoves = append(limits.SearchMoves, m)
		}
	}
	if len(limits.SearchMoves) == 0 {
		return 0, false, nil
	}
	err = a.search(ctx, p, limits, func(l engine.Lines) { score = known(l.Info) })
	return score, true, err
}

func (a *analyzer) search(ctx context.Context, p board.Position, limits search.Limits, report func(engine.Lines)) error {
	_, err := a.engine.Play(ctx, board.NewGame(p), limits, report)
	return err
}
