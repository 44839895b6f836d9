package search

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// The table of reductions is what the documentation says.
func TestReductions(t *testing.T) {
	for depth := range MaxDepth + 1 {
		for place := range board.MaxMoves {
			want := Depth(0)
			if depth >= 3 && place >= 2 {
				want = Depth(1 + 0.85*math.Log(float64(depth))*math.Log(float64(place)))
			}
			require.Equal(t, want, Depth(defaultThresholds.reductions[depth][place]), "depth %d, place %d", depth, place)
		}
	}
}

// readyWorker returns a worker that is about to search p.
func readyWorker(t *testing.T, fen string, limits Limits) (*worker, board.Position) {
	p := position(t, fen)
	s := newWith(1)
	r := s.NewRun(board.NewGame(p), limits, nil)
	w := s.workers[0]
	w.reset(r, s.table, s.use, r.game)
	w.iteration = 20
	return w, p
}

// Captures, proofs and known endings are never reduced.
func TestWhatIsReduced(t *testing.T) {
	quiet, capture := board.Move{From: 10, To: 14}, board.Move{From: 10, To: 17, Captured: 1 << 13}
	const place, depth = 5, 10
	w, _ := readyWorker(t, startFEN, Limits{})
	require.Equal(t, Depth(defaultThresholds.reductions[depth][place]), w.reduction(quiet, place, depth))
	require.Zero(t, w.reduction(capture, place, depth))
	w.goal.value = board.Win
	require.Zero(t, w.reduction(quiet, place, depth))
	w, _ = readyWorker(t, startFEN, Limits{Solve: true})
	require.Zero(t, w.reduction(quiet, place, depth))
	w.use.Reductions, w.run.limits.Solve = false, false
	require.Zero(t, w.reduction(quiet, place, depth))
}

// A reduced move that seems better is searched to its full depth; one that does not is left.
func TestReducedSearch(t *testing.T) {
	const depth, less = 9, 4
	visits := func(alpha eval.Score, less Depth) (uint64, eval.Score) {
		w, p := readyWorker(t, startFEN, Limits{})
		m := board.Move{From: 10, To: 14}
		w.enter(p.Play(m), true, 1)
		score := w.reduced(p.Play(m), alpha, alpha+1, depth, less, 1, false)
		return w.nodes, score
	}
	whole, score := visits(500, 0)
	require.LessOrEqual(t, score, eval.Score(500))
	fewer, _ := visits(500, less)
	require.Less(t, fewer, whole, "a move that is no good costs less")
	whole, score = visits(-500, 0)
	require.Greater(t, score, eval.Score(-500))
	more, again := visits(-500, less)
	require.Greater(t, more, whole, "a good one is searched twice")
	require.Greater(t, again, eval.Score(-500))
	last, _ := visits(500, depth+5)
	horizon, _ := visits(500, depth-1)
	require.Equal(t, horizon, last, "one ply is left at the least")
}
