package search

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTechniqueNamesAreUnique(t *testing.T) {
	names := TechniqueNames()
	require.NotEmpty(t, names)
	sorted := slices.Compact(slices.Sorted(slices.Values(names)))
	require.Len(t, sorted, len(names))
	require.NotContains(t, names, "")
}

func TestAllTechniquesAreOn(t *testing.T) {
	all := AllTechniques()
	for _, s := range all.switches() {
		require.True(t, *s.on, s.name)
	}
	require.Equal(t, AllTechniques(), newWith(1).use)
}

func TestWithout(t *testing.T) {
	all := AllTechniques()
	for _, name := range TechniqueNames() {
		one, err := all.Without(name)
		require.NoError(t, err)
		for _, s := range one.switches() {
			require.Equal(t, s.name != name, *s.on, "%s without %s", s.name, name)
		}
	}
	require.Equal(t, AllTechniques(), all, "Without changed its receiver")
	none, err := all.Without(TechniqueNames()...)
	require.NoError(t, err)
	require.Equal(t, Techniques{}, none)
	same, err := all.Without()
	require.NoError(t, err)
	require.Equal(t, all, same)
}

func TestWithoutRefusesUnknownNames(t *testing.T) {
	for _, name := range []string{"", "Table", "no-such-thing"} {
		_, err := AllTechniques().Without("table", name)
		require.ErrorContains(t, err, `"`+name+`"`)
		require.ErrorContains(t, err, "half-depth")
	}
}

// yardstick holds positions of all phases, searched shallow.
var yardstick = []BenchPosition{
	{"B:W18,20,22,25,26,27,29,30,31,32:B1,2,3,5,6,7,8,10,11,12", 7},
	{"W:W18,21,23,27,29,30,32:B2,5,6,9,12,14,20", 7},
	{"B:W13,21,22,23,28,29:B1,2,5,6,14,20", 9},
	{"B:W30,K31,K32:BK20,21,K22,K23", 7},
	{"W:WK2,6,K10,11,15,K18,19,20,21,31:B1,3,4,12,13,23,K24,25,27,K29", 6},
	{"B:W19,31:B2,K4", 10},
	{"W:WK26,K27:B21,K25", 12},
	{"B:WK17:BK6,K12", 11},
}

// nodesOf returns how many nodes each position of the yardstick takes with some techniques.
func nodesOf(t *testing.T, use Techniques, solving bool) (nodes []uint64) {
	s := searcher(use)
	for _, b := range yardstick {
		s.Clear()
		limits := Limits{Depth: b.Depth, Solve: solving}
		nodes = append(nodes, s.NewRun(game(t, b.FEN, ""), limits, nil).Search().Nodes)
	}
	return nodes
}

// Each technique changes the number of nodes. A switch that changes nothing is an error.
func TestEveryTechniqueDoesSomething(t *testing.T) {
	all := nodesOf(t, AllTechniques(), false)
	require.Equal(t, all, nodesOf(t, AllTechniques(), false))
	for _, name := range TechniqueNames() {
		if name == "future" || name == "retrograde" {
			continue // where databases know the root; TestNoFutureWithoutDraw, TestAnalysisIsForgotten
		}
		without, err := AllTechniques().Without(name)
		require.NoError(t, err)
		require.NotEqual(t, all, nodesOf(t, without, false), "%s is a dead switch", name)
	}
}

func TestSolvingLeavesPruningOut(t *testing.T) {
	without, err := AllTechniques().Without("half-depth", "reductions", "internal", "futility")
	require.NoError(t, err)
	require.Equal(t, nodesOf(t, without, false), nodesOf(t, AllTechniques(), true))
}
