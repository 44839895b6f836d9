package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/engine/board"
)

func TestCrowns(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      bool
	}{
		{"B:W21:B25", "25-30", true},
		{"B:WK21:B25", "25-29", true},
		{"B:W21:BK25", "25-30", false}, // a king already
		{"B:W21:B9", "9-14", false},
		{"B:W21:B17,25", "25-30", false}, // a capture hangs
	} {
		p := position(t, c.fen)
		m := move(t, p, c.move)
		require.Equal(t, c.want, crowns(p, p.Play(m), m), "%s %s", c.fen, c.move)
	}
}

func TestRuns(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      bool
	}{
		{"B:WK1:B14", "14-18", true},
		{"W:W18:BK32", "18-14", true},
		{"B:W26:B14", "14-18", false}, // White stands in the way
		{"W:W18:B6", "18-14", false},
		{"B:WK1:B5", "5-9", false},     // too far from crowning
		{"B:WK1:BK18", "18-22", false}, // a king runs nowhere
		{"B:WK1:B25", "25-30", false},  // and is one from now on
	} {
		p := position(t, c.fen)
		m := move(t, p, c.move)
		require.Equal(t, c.want, runs(p.Play(m), m), "%s %s", c.fen, c.move)
	}
}

func TestRestores(t *testing.T) {
	p := position(t, "W:W22,31:B18,10,6")
	take := move(t, p, "22x15")
	back := move(t, p.Play(take), "10x19")
	w := newWorker(p, AllTechniques())
	w.frames[0].played = take
	require.True(t, w.restores(back, 1))
	require.False(t, w.restores(take, 0), "nothing was taken before the root")
	require.False(t, w.restores(move(t, board.Start(), "11-15"), 1))
	w.frames[0].played = move(t, position(t, "W:W31:B1"), "31-26")
	require.False(t, w.restores(back, 1), "nothing to restore")
}

func TestShuttles(t *testing.T) {
	p := position(t, "B:WK32:BK1")
	w := newWorker(p, AllTechniques())
	there, back := move(t, p, "1-5"), move(t, position(t, "B:WK32:BK5"), "5-1")
	w.frames[0].played = there
	w.generate(position(t, "B:WK32:BK5"), &w.frames[2], noIndex)
	require.True(t, w.shuttles(back, 2))
	require.False(t, w.shuttles(there, 2))
	require.False(t, w.shuttles(back, 1))
	w.generate(position(t, "B:WK32:BK5,3"), &w.frames[2], noIndex)
	require.False(t, w.shuttles(back, 2), "other moves are left")
}

// The filter: near the end of a principal variation, and no line beyond its measure.
func TestExtensionFilter(t *testing.T) {
	p := position(t, "B:W21:B25")
	m := move(t, p, "25-30")
	w := newWorker(p, AllTechniques())
	w.iteration = 2
	last := maxExtension * int(w.iteration)
	extension := func(depth Depth, ply int, principal bool) Depth {
		return w.extension(p, p.Play(m), m, depth, ply, principal)
	}
	require.Equal(t, Depth(1), extension(extensionHorizon, last-1, true))
	require.Zero(t, extension(extensionHorizon, last-1, false), "not principal")
	require.Zero(t, extension(extensionHorizon+1, last-1, true), "far from the end")
	require.Zero(t, extension(extensionHorizon, last, true), "too long a line")
}

// No line grows for ever: a position with a single line of single moves is the worst.
func TestExtensionsEnd(t *testing.T) {
	g := game(t, "B:WK32:BK1", "")
	for _, depth := range []Depth{1, 5, 30, MaxDepth} {
		best := searcher(AllTechniques()).NewRun(g, Limits{Depth: depth, Nodes: 20000}, nil).Search()
		require.LessOrEqual(t, best.SelDepth, MaxPly)
	}
}
