package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// requireKept fails unless every move of a line is legal and keeps the value that the databases know of p.
func requireKept(t *testing.T, p board.Position, line []board.Move) {
	t.Helper()
	value := builtIn().Probe(p)
	for _, m := range line {
		var legal board.MoveList
		p.Moves(&legal)
		require.True(t, legal.Contains(m), "%s in %s", p.MoveText(m), p)
		p, value = p.Play(m), value.Opposite()
		require.Equal(t, value, builtIn().Probe(p), p)
	}
}

// TestLinesGoOnBehindDatabases: the lines of endings of six pieces, whose distances are not known, do not end after the
// move that the databases know to win or to lose, whatever the limits are. Every line is legal and keeps the value.
func TestLinesGoOnBehindDatabases(t *testing.T) {
	for _, fen := range []string{
		"B:WK4,23,26:B1,K20,24", "B:WK4,23,26:B3,K20,24", "W:WK4,23,26:B1,K20,27", "B:W15,20,K28:BK2,K5,K6", "B:WK8,12,13:BK1,3,6",
	} {
		for _, limits := range []Limits{
			{Depth: 9}, {Nodes: 3000}, {MoveTime: 100 * time.Millisecond}, {Depth: 7, MultiPV: 3}, {Depth: 9, Solve: true},
		} {
			e, p := analyst(t, Config{}), position(t, fen)
			var seen []Lines
			best, err := e.Play(t.Context(), board.NewGame(p), limits, func(l Lines) { seen = append(seen, l) })
			require.NoError(t, err)
			minimum := 5
			if limits.MoveTime > 0 {
				minimum = 1 // how far a line goes on within a time depends on the machine
			}
			require.Greater(t, len(best.PV), minimum, "%s %+v: %s", fen, limits, p.LineText(best.PV))
			for _, l := range append(seen, best) {
				for _, i := range l.All() {
					if builtIn().Probe(p.Play(i.Move())) == builtIn().Probe(p).Opposite() {
						requireKept(t, p, i.PV)
					}
				}
			}
			last := seen[len(seen)-1]
			require.Equal(t, best.PV, last.PV, "the last line that is reported is that of the result")
			alone, err := analyst(t, Config{}).Play(t.Context(), board.NewGame(p), limits)
			require.NoError(t, err)
			require.Greater(t, len(alone.PV), minimum, "without a watch")
		}
	}
}

// TestLinesGoOnByDistances: with SearchKnown nothing is answered by distances, but lines go on by them.
func TestLinesGoOnByDistances(t *testing.T) {
	p := position(t, "W:WK19,K23:B12,K28")
	best, err := analyst(t, Config{}).Play(t.Context(), board.NewGame(p), Limits{Depth: 9, SearchKnown: true})
	require.NoError(t, err)
	require.Positive(t, best.Nodes)
	requireKept(t, p, best.PV)
	for _, m := range best.PV {
		p = p.Play(m)
	}
	require.True(t, p.Over(), "the game ends with the line: %s", p)
}

// TestLinesCostNoNodes: a search visits the same nodes whether its lines go on or not.
func TestLinesCostNoNodes(t *testing.T) {
	p, limits := position(t, "B:W15,20,K28:BK2,K5,K6"), Limits{Depth: 25}
	best, err := analyst(t, Config{}).Play(t.Context(), board.NewGame(p), limits, func(Lines) {})
	require.NoError(t, err)
	want := search.New(1, 1).NewRun(board.NewGame(p), Limits{Depth: 25}, search.Sources{Databases: builtIn()}, nil).Search()
	require.Equal(t, []any{want.Nodes, want.Score, want.Move()}, []any{best.Nodes, best.Score, best.Move()})
	require.Less(t, len(want.PV), len(best.PV))
}
