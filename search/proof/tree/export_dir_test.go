package tree_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search/proof/check"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

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
