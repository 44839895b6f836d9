package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// second runs the checker in Python, which was written from docs/proofs.md, and returns what it says.
func second(t *testing.T, path, values string) (string, error) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	out, err := exec.Command(python, filepath.Join("testdata", "check.py"), path, "--values", values).CombinedOutput()
	return string(out), err
}

// Both checkers accept the same certificates, and refuse the same ones.
func TestSecondChecker(t *testing.T) {
	db := openDatabase(t)
	leaves := NewLeaves(db)
	values := filepath.Join(t.TempDir(), "values.csv")
	for _, fen := range []string{"B:WK22:BK14,K15", "W:W5,12:BK1"} { // a win and no win
		c := prove(t, db, certificate.Question{Position: parse(t, fen)})
		require.NoError(t, Check(c, leaves))
		require.NoError(t, file.WriteWhole(values, leaves.Write))
		name := filepath.Join(t.TempDir(), "a.proof")
		require.NoError(t, certificate.Write(name, certificate.Encode(c)))
		said, err := second(t, name, values)
		require.NoError(t, err, said)
		require.Contains(t, said, "proven: "+c.Claim.String())

		opposite := *c
		opposite.Claim.Win = !c.Claim.Win
		require.NoError(t, certificate.Write(name, certificate.Encode(&certificate.Certificate{Claim: opposite.Claim, Leaves: c.Leaves})))
		said, err = second(t, name, values)
		require.Error(t, err, said)
		require.Contains(t, said, "not proven")
		c.Entries = c.Entries[1:]
		require.NoError(t, certificate.Write(name, certificate.Encode(c)))
		said, err = second(t, name, values)
		require.Error(t, err, said)
		require.Contains(t, said, "neither known nor an entry")
	}
}

// Both checkers read directories.
func TestSecondCheckerOfDirectories(t *testing.T) {
	db := openDatabase(t)
	leaves := NewLeaves(db)
	whole := prove(t, db, certificate.Question{Position: parse(t, "W:WK18,K19:BK11"), Attacker: board.White})
	require.Greater(t, len(whole.Entries), 2)
	leaf, root := split(t, db, whole, whole.Entries[1].Position)
	require.Error(t, Check(root, db), "it rests on the leaf")
	directory := write(t, whole.Claim, leaf, root)
	require.NoError(t, checkDirectory(directory, leaves))
	values := filepath.Join(t.TempDir(), "values.csv")
	require.NoError(t, file.WriteWhole(values, leaves.Write))
	said, err := second(t, directory, values)
	require.NoError(t, err, said)
	require.Contains(t, said, `proven: {"position": "W:WK18,K19:BK11", "attacker": "white"`)

	proof := filepath.Join(directory, "000002.proof")
	data, err := os.ReadFile(proof)
	require.NoError(t, err)
	data[len(data)/2]++
	require.NoError(t, os.WriteFile(proof, data, 0o600))
	said, err = second(t, directory, values)
	require.Error(t, err, said)
	require.Contains(t, said, "another hash")
}
