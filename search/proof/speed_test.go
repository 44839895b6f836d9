package proof

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// speedFENs are positions with which the speed of the searches is measured.
var speedFENs = map[string]string{
	"10 pieces": "B:W18,19,22,26,29:B3,5,8,10,12",
	"kings":     "W:WK5,K9,13,28:BK18,K22,3,12",
	"16 pieces": "B:W19,21,22,25,26,27,30,31:B2,3,5,6,8,10,12,14",
}

// BenchmarkGraph measures the expansions of the graph search over leaves of six pieces.
func BenchmarkGraph(b *testing.B) {
	const examined = 1_000_000
	databases := library(b)
	s := NewSolver(databases, certificate.Leaves{Pieces: 6}, Options{Table: 512})
	for name, fen := range speedFENs {
		b.Run(name, func(b *testing.B) {
			p, err := board.ParseFEN(fen)
			require.NoError(b, err)
			expanded, positions, edges := 0, 0, 0
			for b.Loop() {
				s.graph.begin(context.Background(), certificate.Question{Position: p, Attacker: board.White}.Turned().Position)
				s.graph.search(examined)
				expanded += s.graph.expansions
				positions += len(s.graph.nodes)
				edges += len(s.graph.edges)
			}
			b.ReportMetric(float64(expanded)/b.Elapsed().Seconds(), "expansions/s")
			b.ReportMetric(float64(positions)/float64(expanded), "positions/expansion")
			b.ReportMetric(float64(edges)/float64(positions), "edges/position")
			b.ReportMetric(examined*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
