package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// allocationsAt returns what one search from the start position to depth allocates.
func allocationsAt(s *sourced, depth Depth) float64 {
	g := board.NewGame(board.Start())
	return testing.AllocsPerRun(3, func() {
		s.Clear()
		s.NewRun(g, Limits{Depth: depth}, nil).Search()
	})
}

// An iteration allocates the lines that it found; a node allocates nothing.
func TestNodesAllocateNothing(t *testing.T) {
	const perIteration, perSearch = 20, 20
	s := newWith(1)
	for _, depth := range []Depth{1, 4, 9} {
		require.Less(t, allocationsAt(s, depth), float64(perSearch+perIteration*depth), "depth %d", depth)
	}
}

func BenchmarkSearch(b *testing.B) {
	s := New(16, 1)
	nodes := uint64(0)
	for b.Loop() {
		s.Clear()
		nodes += s.NewRun(board.NewGame(board.Start()), Limits{Depth: 11}, Sources{}, nil).Search().Nodes
	}
	b.ReportAllocs()
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func BenchmarkTableStore(b *testing.B) {
	table, key := newTable(16), uint64(1)
	for b.Loop() {
		key *= 0x9E3779B97F4A7C15
		table.store(key, entry{score: 5, depth: Depth(key >> 60), bound: exactScore})
	}
}

func BenchmarkTableProbe(b *testing.B) {
	table, key := newTable(16), uint64(1)
	for range 1 << 20 {
		key *= 0x9E3779B97F4A7C15
		table.store(key, entry{bound: exactScore})
	}
	key = 1
	for b.Loop() {
		key *= 0x9E3779B97F4A7C15
		table.probe(key)
	}
}

func BenchmarkQuiesce(b *testing.B) {
	for name, fen := range map[string]string{
		"still": startFEN,
		"shots": "W:WK2,6,K10,11,15,K18,19,20,21,31:B1,3,4,12,13,23,K24,25,27,K29",
	} {
		b.Run(name, func(b *testing.B) {
			p := position(b, fen)
			s := newWith(1)
			w, r := s.workers[0], s.NewRun(board.NewGame(p), Limits{}, nil)
			w.reset(r, s.table, s.use, r.game)
			b.ReportAllocs()
			for b.Loop() {
				w.quiesce(p, -eval.Bound, eval.Bound, 0)
			}
			b.ReportMetric(float64(w.nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
