package search

import (
	"context"
	"runtime/debug"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

func TestBenchPositionsAreSound(t *testing.T) {
	seen := map[board.Position]bool{}
	for _, b := range BenchPositions() {
		p := position(t, b.FEN)
		require.True(t, p.HasMove(), b.FEN)
		require.False(t, p.Finished(), b.FEN)
		require.False(t, seen[p] || seen[p.Mirror()], "twice: %s", b.FEN)
		require.Positive(t, b.Depth)
		seen[p] = true
	}
	require.GreaterOrEqual(t, len(seen), 10)
}

// lastBench searches the benchmark's last positions, of which none takes long, a
// little shallower.
func lastBench(t *testing.T) (nodes []uint64) {
	s := New(benchHash, 1)
	positions := BenchPositions()
	for _, b := range positions[len(positions)-3:] {
		s.Clear()
		limits := Limits{Depth: b.Depth - 4}
		nodes = append(nodes, s.NewRun(game(t, b.FEN, ""), limits, Sources{}, nil).Search().Nodes)
	}
	return nodes
}

func TestBenchDoesNotDependOnTheCollector(t *testing.T) {
	once := lastBench(t)
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	require.Equal(t, once, lastBench(t))
}

func TestWholeBenchTwice(t *testing.T) {
	long(t)
	once, twice := wholeBench(t), wholeBench(t)
	require.Equal(t, once, twice)
}

// wholeBench returns the nodes of every position, and their sum last.
func wholeBench(t *testing.T) (nodes []uint64) {
	total, err := Bench(t.Context(), nil, AllTechniques(), DefaultParameters(), func(r BenchResult) {
		nodes = append(nodes, r.Nodes)
		require.Equal(t, len(nodes), r.Number)
		requireLine(t, position(t, BenchPositions()[r.Number-1].FEN), r.Best.PV)
	})
	require.NoError(t, err)
	require.Equal(t, len(BenchPositions()), total.Number)
	sum := uint64(0)
	for _, n := range nodes {
		sum += n
	}
	require.Equal(t, sum, total.Nodes)
	return append(nodes, total.Nodes)
}

func TestBenchIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	total, err := Bench(ctx, nil, AllTechniques(), DefaultParameters(), func(BenchResult) { t.Error("a position was searched") })
	require.ErrorContains(t, err, "stopped after 0 of")
	require.Zero(t, total)
}

func TestBenchLine(t *testing.T) {
	r := BenchResult{Nodes: 3000, Time: 1500 * time.Millisecond}
	require.Equal(t, "bench: 3000 nodes, 1500 ms, 2000 nodes/s", r.String())
}
