package tree_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

const testBudget = 100 // positions that the solver of the tests looks at

func versions() tree.Versions {
	return tree.Versions{Solver: "plain", Pieces: leafPieces, Database: library().Sum(leafPieces)}
}

// goals are endings of five pieces over databases of three, with what is true of them by the databases of five. They
// take the simple solver of the tests 20 to 500 items.
var goals = []struct {
	text  string
	holds bool
}{
	{"B:WK2,17:B9,K14,15 >= draw", true},
	{"W:W6,9:BK10,13,K18 >= draw", true},
	{"W:W6,9:BK10,13,K18 <= loss", false},
	{"W:W13,15:BK2,7,K30 >= win", true},
	{"B:WK2,K23:BK13,19,K22 <= draw", false},
	{closedSets, true},
}

// closedSets is a goal with closed sets in its graph.
const closedSets = "W:WK10,K29:B16,K19,K30 >= draw"

// TestGoals compares what the table says with the databases.
func TestGoals(t *testing.T) {
	for _, g := range goals {
		claim := parse(t, g.text).Claims()[0]
		value := library().Probe(claim.Position)
		require.Equal(t, g.holds, certificate.KnownWin(claim.Position, claim.Attacker, value) == claim.Win, g.text)
	}
}

func parse(t *testing.T, text string) tree.Goal {
	t.Helper()
	g, err := tree.ParseGoal(text)
	require.NoError(t, err)
	return g
}

func options() tree.Options { return tree.Options{Known: databases()} }

// prove works on a goal until it is decided, and returns whether it holds and the manager.
func prove(t *testing.T, store *tree.Store, goal tree.Goal, q tree.Queue) (bool, *tree.Manager) {
	t.Helper()
	m, err := tree.NewManager(store, goal.Claims()[0], options())
	require.NoError(t, err)
	require.NoError(t, m.Run(t.Context(), q, nil))
	require.NotEqual(t, m.Proven(), m.Disproven())
	return m.Proven(), m
}

func create(t *testing.T, goal tree.Goal) *tree.Store {
	t.Helper()
	s, err := tree.Create(filepath.Join(t.TempDir(), "goal.proof"), tree.NewSpec(goal, testBudget, versions()))
	require.NoError(t, err)
	s.WithoutSync()
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// TestSimulation proves goals in virtual time, with workers that lose results, send them twice, late and in any order.
// Whatever happens, the answer is the same.
func TestSimulation(t *testing.T) {
	seeds := 1
	if os.Getenv("ZONDA_LONG") != "" {
		seeds = 20
	}
	pools := []int{1, 4}
	if os.Getenv("ZONDA_LONG") != "" {
		pools = []int{1, 2, 4, 16}
	} else if testing.Short() {
		pools = []int{4}
	}
	for _, g := range goals {
		for _, workers := range pools {
			for seed := range seeds {
				t.Run(fmt.Sprint(g.text, " ", workers, " ", seed), func(t *testing.T) {
					goal := parse(t, g.text)
					store := create(t, goal)
					q := newSimulated(workers, uint64(seed), trouble{late: 0.3, twice: 0.3, lost: 0.2})
					proven, _ := prove(t, store, goal, q)
					require.Equal(t, g.holds, proven)
					require.NoError(t, store.Verify())
					t.Log(q.solved, "items,", int(q.now), "units of time")
				})
			}
		}
	}
}

// TestClosedSet answers with circles: the attacker wanders but does not win.
func TestClosedSet(t *testing.T) {
	goal := parse(t, closedSets)
	proven, m := prove(t, create(t, goal), goal, newSimulated(2, 1, trouble{}))
	require.True(t, proven)
	require.Positive(t, m.ClosedSets())
}

// TestExport writes pruned and whole proofs, which the checker accepts, and imports them into new stores, where the goal
// is proven at once.
func TestExport(t *testing.T) {
	for _, g := range goals {
		for name, minimal := range map[string]bool{"minimal": true, "whole": false} {
			t.Run(g.text+" "+name, func(t *testing.T) {
				goal := parse(t, g.text)
				proven, m := prove(t, create(t, goal), goal, newSimulated(2, 1, trouble{}))
				directory := filepath.Join(t.TempDir(), "out")
				count, err := tree.Export(directory, "test", minimal, m)
				require.NoError(t, err)
				report, err := check.Directory(t.Context(), directory, databases(), check.Options{})
				require.NoError(t, err)
				require.Equal(t, count, report.Certificates)
				require.Equal(t, goal.Claims()[0].Question, report.Goals[0].Question)
				require.Equal(t, goal.Claims()[0].Win == proven, report.Goals[0].Win)
				t.Log(count, "certificates,", report.Entries, "entries")

				other := create(t, goal)
				done, err := tree.Import(t.Context(), other, directory, databases())
				require.NoError(t, err)
				require.Positive(t, done.Facts)
				again, err := tree.NewManager(other, goal.Claims()[0], options())
				require.NoError(t, err)
				require.Equal(t, m.Answer(), again.Answer())
			})
		}
	}
}

// TestExportRefuses writes nothing into a directory that has files, and no minimal proof of an open goal.
func TestExportRefuses(t *testing.T) {
	goal := parse(t, closedSets)
	m, err := tree.NewManager(create(t, goal), goal.Claims()[0], options())
	require.NoError(t, err)
	_, err = tree.Export(filepath.Join(t.TempDir(), "new"), "test", true, m)
	require.ErrorContains(t, err, "the goal is open")
	_, err = tree.Export(filepath.Join(t.TempDir(), "new"), "test", false, m)
	require.ErrorContains(t, err, "nothing is proven")
	full := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(full, "file"), nil, 0o666))
	_, err = tree.Export(full, "test", false, m)
	require.ErrorContains(t, err, "is not empty")
}
