package proofs_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// solved returns the certificate of the claim that Black wins a position of four pieces, with leaves of three.
func solved(t *testing.T) *certificate.Certificate {
	t.Helper()
	db, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	defer db.Close()
	const pieces, budget = 3, 200_000
	p, err := board.ParseFEN("B:WK29:BK1,K2,K3")
	require.NoError(t, err)
	solver := proof.NewSolver(db, certificate.Leaves{Pieces: pieces, Sum: db.Sum(pieces)}, proof.Options{})
	c, err := certificate.Decode(solver.Solve(context.Background(), certificate.Question{Position: p}, budget).Certificate)
	require.NoError(t, err)
	require.NotEmpty(t, c.Entries)
	return c
}

func TestProveCheck(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	c := solved(t)
	directory := t.TempDir()
	name, leaves := filepath.Join(t.TempDir(), "a.proof"), filepath.Join(t.TempDir(), "leaves.csv")
	require.NoError(t, certificate.Write(name, certificate.Encode(c)))
	m := certificate.NewManifest("Zonda test", c.Leaves, c.Claim)
	require.NoError(t, m.Add(directory, c))
	require.NoError(t, m.Write(directory))

	for _, what := range []string{name, directory} {
		stdout, stderr, status := programtest.Output(t, zonda, "prove", "check", what, "--leaves", leaves)
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "proven: Black can force a win from B:WK29:BK1,K2,K3\n")
		require.Contains(t, stdout, "in 1 certificate\n")
		text, err := os.ReadFile(leaves)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(text), "position,value\n"))
		require.NoError(t, os.Remove(leaves))
	}
	stdout, stderr, status := programtest.Output(t, zonda, "prove", "check", name, "--sample", "1", "--json")
	require.Zero(t, status, stderr)
	var r struct {
		check.Report
		Right bool
		Error string
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.True(t, r.Right)
	require.Equal(t, 1, r.Checked)
	require.Equal(t, []certificate.Claim{c.Claim}, r.Goals)
}

// What is wrong is one line that names the file, and the status is not 0.
func TestProveCheckRefuses(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	name := filepath.Join(t.TempDir(), "a.proof")
	leaves := filepath.Join(t.TempDir(), "leaves.csv")
	refused := func(message string, arguments ...string) {
		stdout, stderr, status := programtest.Output(t, zonda, append([]string{"prove", "check", name}, arguments...)...)
		require.NotZero(t, status)
		require.Empty(t, stdout)
		require.Contains(t, stderr, message)
		require.Equal(t, 1, strings.Count(stderr, "error: "), stderr)
	}
	refused("no such file")
	require.NoError(t, os.WriteFile(name, []byte("else"), 0o600))
	refused(name + ": not a certificate")
	c := solved(t)
	c.Entries = c.Entries[:len(c.Entries)-1]
	require.NoError(t, certificate.Write(name, certificate.Encode(c)))
	refused(name+": ", "--leaves", leaves)
	require.NoFileExists(t, leaves)
	refused("sample -1 is less than 0", "--sample=-1")
	refused("leaves: ", "--leaves", filepath.Join(name, "leaves.csv"))
	stdout, _, status := programtest.Output(t, zonda, "prove", "check", name, "--json")
	require.NotZero(t, status)
	var r struct {
		check.Report
		Right bool
		Error string
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &r))
	require.False(t, r.Right)
	require.Contains(t, r.Error, "neither known nor an entry")
}
