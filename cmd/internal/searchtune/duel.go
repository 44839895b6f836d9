package searchtune

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// tableMiB is the size of each side's transposition table, in MiB: as much as the nodes of short moves need.
const tableMiB = 16

// duel plays games between two searches, one game after the other. Only one goroutine may use it at a time.
type duel struct {
	plus, minus *search.Searcher
	limits      search.Limits
	sources     search.Sources
}

func newDuel(limits search.Limits, databases search.Databases, evaluator eval.Evaluator) *duel {
	return &duel{
		plus: search.New(tableMiB, 1), minus: search.New(tableMiB, 1), limits: limits,
		sources: search.Sources{Evaluator: evaluator, Databases: databases},
	}
}

// play plays the game g to its end and returns its result for the plus side, which has the given color. The game ends
// by the rules, at a position whose result the databases know, or when a search proves a win or a loss.
func (d *duel) play(ctx context.Context, g *board.Game, color board.Color) (board.Result, error) {
	d.plus.Clear()
	d.minus.Clear()
	for {
		if err := context.Cause(ctx); err != nil {
			return board.Unknown, err
		}
		turn := g.Position().Turn
		result, known := search.KnownResult(g, d.sources.Databases)
		if !known {
			mover := d.minus
			if turn == color {
				mover = d.plus
			}
			best := mover.NewRun(g, d.limits, d.sources, nil).Search()
			if !best.Score.IsProven() {
				g.Play(best.Move())
				continue
			}
			if result = board.Loss; best.Score > 0 {
				result = board.Win
			}
		}
		if turn != color {
			result = result.Opposite()
		}
		return result, nil
	}
}
