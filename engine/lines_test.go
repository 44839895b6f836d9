package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// requireKept fails unless every move of a line is legal and keeps the value that the databases know of p.
func requireKept(t *testing.T, e *Engine, p board.Position, line []board.Move) {
	t.Helper()
	value := e.Probe(p)
	for _, m := range line {
		var legal board.MoveList
		p.Moves(&legal)
		require.True(t, legal.Contains(m), "%s in %s", p.MoveText(m), p)
		p, value = p.Play(m), value.Opposite()
		require.Equal(t, value, e.Probe(p), p)
	}
}

// TestLinesGoOnBehindDatabases: the lines of endings of six pieces, whose distances are not known, do not end after the
// move that the databases know to win or to lose, whatever the limits are. Every line is legal and keeps the value.
func TestLinesGoOnBehindDatabases(t *testing.T) {
	for _, fen := range []string{
		"B:WK4,23,26:B1,K20,24", "B:WK4,23,26:B3,K20,24", "W:WK4,23,26:B1,K20,27", "B:W15,20,K28:BK2,K5,K6", "B:WK8,12,13:BK1,3,6",
	} {
		for _, limits := range []search.Limits{
			{Depth: 9}, {Nodes: 3000}, {MoveTime: 100 * time.Millisecond}, {Depth: 7, MultiPV: 3}, {Depth: 9, Solve: true},
		} {
			e := NewForAnalysis()
			p := position(t, fen)
			var lines []search.Info
			best, err := e.Search(t.Context(), board.NewGame(p), limits, func(i search.Info) { lines = append(lines, i) })
			require.NoError(t, err)
			least := 5
			if limits.MoveTime > 0 {
				least = 1 // how far a line goes on within a time depends on the machine
			}
			require.Greater(t, len(best.PV), least, "%s %+v: %s", fen, limits, p.LineText(best.PV))
			requireKept(t, e, p, best.PV)
			for _, i := range lines {
				if e.Probe(p.Play(i.Move())) == e.Probe(p).Opposite() {
					requireKept(t, e, p, i.PV)
				}
			}
			last := lines[len(lines)-max(limits.MultiPV, 1)]
			require.Equal(t, best.PV, last.PV, "the last line that is reported is that of the result")
			require.NoError(t, e.Close())
		}
	}
}

// TestLinesGoOnByDistances: with option UseDTW off nothing is answered by distances, but lines go on by them.
func TestLinesGoOnByDistances(t *testing.T) {
	e := NewForAnalysis()
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	require.NoError(t, e.SetOption("UseDTW", "false"))
	p := position(t, "W:WK19,K23:B12,K28")
	best, err := e.Search(t.Context(), board.NewGame(p), search.Limits{Depth: 9}, nil)
	require.NoError(t, err)
	require.Positive(t, best.Nodes)
	requireKept(t, e, p, best.PV)
	for _, m := range best.PV {
		p = p.Play(m)
	}
	require.True(t, p.Over(), "the game ends with the line: %s", p)
}

// TestLinesCostNoNodes: a search visits the same nodes whether its lines go on or not.
func TestLinesCostNoNodes(t *testing.T) {
	e := NewForAnalysis()
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	p := position(t, "B:W15,20,K28:BK2,K5,K6")
	best, err := e.Search(t.Context(), board.NewGame(p), search.Limits{Depth: 25}, func(search.Info) {})
	require.NoError(t, err)
	alone := search.New(e.settings.Hash, 1)
	limits := search.Limits{Depth: 25, MultiPV: 1, MoveRule: e.settings.MoveRule}
	want := alone.NewRun(board.NewGame(p), limits, search.Sources{Databases: e.opened().library}, nil).Search()
	require.Equal(t, []any{want.Nodes, want.Score, want.Move()}, []any{best.Nodes, best.Score, best.Move()})
	require.Less(t, len(want.PV), len(best.PV))
}
