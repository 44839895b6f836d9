package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// A proof that one iteration found stands in all later ones. In this position an
// iteration after the first proof would prune otherwise and miss it.
func TestProofStands(t *testing.T) {
	p, err := board.ParseFEN("W:W29,30:BK21,K22")
	require.NoError(t, err)
	proven := false
	run := newWith(1).NewRun(board.NewGame(p), Limits{Depth: 20}, func(i Info) {
		require.True(t, i.Score.IsProven() || !proven, "depth %d forgets the proof", i.Depth)
		proven = i.Score.IsProven()
	})
	require.True(t, run.Search().Score.IsLoss())
}

func TestRestoreBringsTheMoveBack(t *testing.T) {
	a, b, c := board.Move{From: 1, To: 2}, board.Move{From: 2, To: 3}, board.Move{From: 3, To: 4}
	roots := []rootMove{{move: c, depth: 9}, {move: a, depth: 9}, {move: b, depth: 9}}
	restore(roots, rootMove{move: a, score: eval.WinIn(5), depth: 8}, 9)
	require.Equal(t, rootMove{move: a, score: eval.WinIn(5), depth: 9}, roots[0])
	require.Equal(t, c, roots[1].move)
	require.Equal(t, b, roots[2].move)
}

// A search that is stopped when it has refuted the first move of an iteration, and not
// yet looked at the others, knows no loss.
func TestNoLossFromAnUnfinishedList(t *testing.T) {
	const limits = 600 // nodes; the refutation falls among them
	p, err := board.ParseFEN("W:W12,21,23,25:B3,7,8,9,10,20,K26")
	require.NoError(t, err)
	for nodes := uint64(1); nodes <= limits; nodes++ {
		best := newWith(1).NewRun(board.NewGame(p), Limits{Nodes: nodes}, nil).Search()
		require.False(t, best.Score.IsLoss(), "after %d nodes: %s with %s", nodes, best.Score, p.MoveText(best.Move()))
	}
}

// If all moves lose by the databases, an iteration that is stopped keeps the line of the last one.
func TestAllMovesLose(t *testing.T) {
	p, err := board.ParseFEN("W:W6,9,21,24:B2,14,16,K18")
	require.NoError(t, err)
	s := newWith(1)
	s.Databases = builtIn(t)
	for nodes := uint64(300); nodes < 2_000; nodes += 100 {
		lost := false
		best := s.NewRun(board.NewGame(p), Limits{Nodes: nodes}, func(i Info) {
			lost = lost || i.Score.IsLoss()
		}).Search()
		require.True(t, !lost || best.Depth > 0 && best.Score.IsLoss(), "after %d nodes: %s at depth %d", nodes, best.Score, best.Depth)
	}
}

// The former best move, refuted by this iteration, is not the best of the rest.
func TestALossStandsOnlyForTheBestMove(t *testing.T) {
	p, err := board.ParseFEN("W:WK17:B4,22,25,K26,K28")
	require.NoError(t, err)
	var second Info
	newWith(1).NewRun(board.NewGame(p), Limits{Depth: 7, MultiPV: 2}, func(i Info) {
		if i.Rank == 2 {
			second = i
		}
	}).Search()
	require.False(t, second.Score.IsLoss(), "%s", p.MoveText(second.Move()))
}

// A search that finds every move too weak leaves the move it was given in the table.
func TestTheHashMoveSurvives(t *testing.T) {
	const move = 3
	run := newWith(1).NewRun(board.NewGame(board.Start()), Limits{}, nil)
	w := run.searcher.workers[0]
	w.reset(run, run.searcher.table, AllTechniques(), run.game)
	child := board.Start().Play(board.Move{From: 10, To: 14})
	w.enter(child, true, 1)
	w.generate(child, &w.frames[1], move)
	w.tryMoves(child, eval.Win-1, eval.Win, 2, 1, entry{move: move})
	stored, found := w.table.probe(child.Hash())
	require.True(t, found)
	require.Equal(t, upperBound, stored.bound)
	require.Equal(t, move, stored.move)
}
