package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// A proof that one iteration found stands in all later ones. In this position an
// iteration after the first proof would prune otherwise and miss it.
func TestProofStands(t *testing.T) {
	p, err := board.ParseFEN("W:W29,30:BK21,K22")
	require.NoError(t, err)
	proven := false
	run := New(1, 1).NewRun(board.NewGame(p), Limits{Depth: 20}, func(i Info) {
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
