package learn

import (
	"context"
	"errors"
	"strconv"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// judge searches positions on one thread, without books and without an anti-book, which would only say what
// is in it.
type judge struct {
	engine *engine.Engine
}

func newJudge(hashMiB int) (*judge, error) {
	e := engine.NewForAnalysis()
	err := errors.Join(e.SetOption("Hash", strconv.Itoa(hashMiB)), e.SetOption("Threads", "1"))
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return &judge{e}, nil
}

func (j *judge) close() { _ = j.engine.Close() } // it wrote nothing

// forget empties the table, so that the next search depends on its position alone.
func (j *judge) forget() error { return j.engine.NewGame() }

// opinion is what a search of a position came to, for the side that moved there.
type opinion struct {
	score eval.Score
	depth int
	liked int // the last iteration whose score was at least what looks good, 0 for none
}

// judge searches p, which was entered by the side not to move.
func (j *judge) judge(ctx context.Context, p board.Position, limits search.Limits, looks eval.Score) (o opinion, err error) {
	limits.MultiPV = 1
	hear := func(i search.Info) {
		o.score, o.depth = -known(i), int(i.Depth)
		if o.score >= looks {
			o.liked = o.depth
		}
	}
	return o, j.search(ctx, p, limits, hear)
}

// known returns the score of a line, that of a draw where the databases know it.
func known(i search.Info) eval.Score {
	if i.Known == board.Draw {
		return eval.Draw
	}
	return i.Score
}

// best returns the score of p for the side to move, without a move if there is one to leave out.
func (j *judge) best(ctx context.Context, p board.Position, limits search.Limits, without board.Move) (score eval.Score, ok bool, err error) {
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if m != without {
			limits.SearchMoves = append(limits.SearchMoves, m)
		}
	}
	if len(limits.SearchMoves) == 0 {
		return 0, false, nil
	}
	limits.MultiPV = 1
	return score, true, j.search(ctx, p, limits, func(i search.Info) { score = known(i) })
}

func (j *judge) search(ctx context.Context, p board.Position, limits search.Limits, hear func(search.Info)) error {
	if err := j.engine.SetGame(board.NewGame(p)); err != nil {
		return err
	}
	if err := j.engine.Start(limits, hear, nil); err != nil {
		return err
	}
	unlink := context.AfterFunc(ctx, j.engine.Stop)
	j.engine.Wait()
	unlink()
	return ctx.Err()
}
