package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

func TestUsableBounds(t *testing.T) {
	w := newWorker(board.Start(), AllTechniques())
	for _, c := range []struct {
		score eval.Score
		bound bound
		depth Depth
		want  bool
	}{
		{50, exactScore, 6, true},
		{50, exactScore, 5, false}, // too shallow
		{100, lowerBound, 6, true},
		{99, lowerBound, 6, false},
		{10, upperBound, 9, true},
		{11, upperBound, 9, false},
		{eval.WinIn(5), exactScore, 0, true}, // proven: at any depth
		{eval.WinIn(5), lowerBound, 0, true},
		{eval.WinIn(5), upperBound, 0, false},
		{eval.LossIn(6), upperBound, 0, true},
		{eval.LossIn(6), lowerBound, 0, false},
		{eval.DatabaseWin - 9, exactScore, 0, true}, // a win, though a deeper search may find a nearer one
		{eval.DatabaseWin - 9, upperBound, 0, false},
		{9 - eval.DatabaseWin, exactScore, 0, true},
		{9 - eval.DatabaseWin, lowerBound, 0, false},
		{eval.KnownWin - 9, exactScore, 5, false}, // a win that a deeper search may convert
		{eval.KnownWin - 9, exactScore, 6, true},
	} {
		_, ok := w.usable(entry{score: c.score, bound: c.bound, depth: c.depth}, 10, 100, 6, 0)
		require.Equal(t, c.want, ok, "%s %d", c.score, c.bound)
	}
}

// A win without plies from a shallower search is only a bound.
func TestUsableWinWithoutPlies(t *testing.T) {
	w := newWorker(board.Start(), AllTechniques())
	const known = eval.DatabaseWin - 9
	for depth, want := range map[Depth]bool{5: false, 6: true} {
		_, ok := w.usable(entry{score: known, bound: exactScore, depth: depth}, known, known+1, 6, 0)
		require.Equal(t, want, ok)
		_, ok = w.usable(entry{score: -known, bound: exactScore, depth: depth}, -known-1, -known, 6, 0)
		require.Equal(t, want, ok)
	}
}

// A stored win is a cutoff only if it comes before the move rule ends the game.
func TestUsableWinFitsTheMoveRule(t *testing.T) {
	w := newWorker(board.Start(), AllTechniques())
	win := entry{score: eval.WinIn(9), bound: exactScore}
	for quiet, want := range map[int]bool{0: true, 71: true, 72: false, 79: false} {
		w.frames[3].quiet = quiet
		w.run.game.MoveRule = 80
		_, ok := w.usable(win, 0, 1, 1, 3)
		require.Equal(t, want, ok, quiet)
		_, ok = w.usable(entry{score: eval.DatabaseWin - 9, bound: exactScore}, 0, 1, 1, 3)
		require.Equal(t, want, ok, quiet)
		w.run.game.MoveRule = 0
		_, ok = w.usable(win, 0, 1, 1, 3)
		require.True(t, ok)
	}
}

// The plies of a stored score are counted from the position, the plies of a score in the search from the root.
func TestStoredDistancesMove(t *testing.T) {
	w := newWorker(board.Start(), AllTechniques())
	for root, stored := range map[eval.Score]eval.Score{
		eval.WinIn(9): eval.WinIn(5), eval.DatabaseWin - 9: eval.DatabaseWin - 5, eval.LossIn(10): eval.LossIn(6), 33: 33,
	} {
		w.remember(77, entry{score: root, bound: exactScore, depth: 5}, 4)
		known, ok := w.table.probe(77)
		require.True(t, ok)
		require.Equal(t, stored, known.score)
		score, ok := w.usable(known, 0, 1, 5, 6)
		require.True(t, ok)
		require.Equal(t, fromRoot(stored, 6), score)
	}
}
