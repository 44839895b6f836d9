package solve

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// problem makes one that is sound.
func problem(t *testing.T, id, fen, result, keyMoves string) Problem {
	p, err := newProblem(id, "here", fen, result, keyMoves)
	require.NoError(t, err)
	return p
}

func TestSolvedByKeyMove(t *testing.T) {
	p := problem(t, "", "B:WK31:BK18,25", "WIN", "18-23 25-30")
	for text, want := range map[string]bool{"18-23": true, "25-30": true, "18-22": false, "18-15": false} {
		m, err := p.Position.ParseMove(text)
		require.NoError(t, err)
		for _, score := range []eval.Score{eval.WinIn(3), 0, eval.LossIn(4)} {
			require.Equal(t, want, p.SolvedBy(found(m, score)), "%s %s", text, score)
		}
	}
	require.False(t, p.SolvedBy(found(board.Move{}, eval.WinIn(3))))
}

func TestSolvedByScore(t *testing.T) {
	for _, c := range []struct {
		result string
		score  eval.Score
		want   bool
	}{
		{"WIN", eval.WinIn(7), true},
		{"WIN", 150, true},
		{"WIN", 149, false},
		{"WIN", eval.LossIn(2), false},
		{"LOSS", eval.LossIn(6), true},
		{"LOSS", -150, true},
		{"LOSS", -149, false},
		{"LOSS", eval.WinIn(1), false},
		{"DRAW", 0, true},
		{"DRAW", 50, true},
		{"DRAW", -50, true},
		{"DRAW", 51, false},
		{"DRAW", -51, false},
		{"DRAW", eval.WinIn(9), false},
		{"DRAW", eval.LossIn(8), false},
	} {
		p := problem(t, "", "B:WK31:BK18,25", c.result, "")
		require.Equal(t, c.want, p.SolvedBy(found(board.Move{}, c.score)), "%s %s", c.result, c.score)
	}
	require.False(t, Problem{}.SolvedBy(found(board.Move{}, 0)))
}

// A capture with a choice of paths is named in full.
func TestKeyMoveWithPath(t *testing.T) {
	p := problem(t, "", "B:W6,7,14,15,22,23:BK2", "", "2x9x18x27")
	require.Len(t, p.KeyMoves, 1)
	require.Equal(t, 3, p.KeyMoves[0].Captured.Count())
}

// found is the result of a search that ended with a move and a score.
func found(m board.Move, score eval.Score) search.Info {
	return search.Info{PV: []board.Move{m}, Score: score}
}

// TestKnownValuesSolve: what the databases know counts before any score.
func TestKnownValuesSolve(t *testing.T) {
	best := search.Info{Score: 90, Known: board.Draw}
	require.True(t, Problem{Result: board.Draw}.SolvedBy(best))
	best.Score = decisive
	require.False(t, Problem{Result: board.Win}.SolvedBy(best))
}
