package search

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A position is extended if every move offers the opponent a capture and the side to move has no capture.
func TestShot(t *testing.T) {
	for fen, want := range map[string]bool{
		startFEN:          false,
		"B:W18,25:B10,11": false, // 11-16 is safe
		"B:W18:B10":       true,  // 10-14 and 10-15 are taken
		"B:W18,27:B10,20": true,  // so is 20-24
		"B:W18:B14":       false, // a capture
	} {
		p := position(t, fen)
		w := newWorker(p, AllTechniques())
		w.iteration = 2
		require.Equal(t, want, w.extends(p, 2), fen)
	}
}

// Two conditions against extensions: the line is too long, or the databases may know the position.
func TestExtensionConditions(t *testing.T) {
	p := position(t, "B:W18:B10")
	w := newWorker(p, AllTechniques())
	for _, c := range []struct{ limit, last int }{{100, 3}, {150, 4}, {199, 5}, {200, 6}, {275, 8}, {400, 12}} {
		w.iteration, w.shotLimit = 3, c.limit
		require.True(t, w.extends(p, c.last-1), c.limit)
		require.False(t, w.extends(p, c.last), "%d: too long a line", c.limit)
	}
	last := w.shotLimit * int(w.iteration) / hundred
	w.databasePieces = 2
	require.False(t, w.extends(p, last-1), "the databases know better")
	w.databasePieces, w.iteration = 0, MaxDepth
	require.True(t, w.extends(p, MaxPly-1))
	require.False(t, w.extends(p, MaxPly), "no frames are left")
	w.use.Shots = false
	require.False(t, w.extends(p, 1))
}

// No line is endless, even in a position in which each side always has a single move.
func TestExtensionsEnd(t *testing.T) {
	g := game(t, "B:WK32:BK1", "")
	for _, depth := range []Depth{1, 5, 30, MaxDepth} {
		best := searcher(AllTechniques()).NewRun(g, Limits{Depth: depth, Nodes: 20000}, nil).Search()
		require.LessOrEqual(t, best.SelDepth, MaxPly)
	}
}
