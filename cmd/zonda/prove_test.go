package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// drawnFEN is a draw with eight pieces that is proven in a moment.
const drawnFEN = "W:WK5,K9,13,28:B3,12,K18,K22"

// TestProve proves positions and reads the exit statuses, the lines and the certificates.
func TestProve(t *testing.T) {
	t.Parallel()
	zonda := buildProgram(t)
	for _, c := range []struct {
		arguments []string
		status    int
		want      string
	}{
		{[]string{"B:WK4,23,26:B1,K20,24"}, 0, "proven, value win"},
		{[]string{"B:WK4,23,26:B1,K20,24", "--at-least=win"}, 0, "proven, value win"},
		{[]string{"B:WK28:BK1", "--win"}, 3, "disproven"},
		{[]string{"B:W5:B", "--value"}, 0, "value loss"}, // the game is over
		{[]string{drawnFEN, "--win", "--budget=5000"}, 3, "open, value unknown"},
		{[]string{drawnFEN, "--at-least=draw", "--budget=500000", "--table=16"}, 0, "proven, value at least draw"},
	} {
		stdout, stderr, status := output(t, zonda, append([]string{"prove"}, c.arguments...)...)
		require.Equal(t, c.status, status, "%v: %s", c.arguments, stderr)
		require.Contains(t, stdout, c.want)
	}
}

// TestProveJSON reads the object on the last line and the certificates of both bounds.
func TestProveJSON(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "c.proof")
	stdout, stderr, status := output(t, buildProgram(t), "prove", drawnFEN, "--budget=1000000", "--threads=2", "--table=32", "--json", "--certificate", file)
	require.Zero(t, status, stderr)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	var o struct {
		Value, Low, High string
		Nodes            uint64
	}
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &o))
	require.Equal(t, []string{"draw", "draw", "draw"}, []string{o.Value, o.Low, o.High})
	require.Positive(t, o.Nodes)
	library, err := endgames.OpenSound("")
	require.NoError(t, err)
	defer func() { require.NoError(t, library.Close()) }()
	for _, name := range []string{"c-low.proof", "c-high.proof"} {
		c, err := certificate.Read(filepath.Join(folder, name))
		require.NoError(t, err)
		require.False(t, c.Claim.Win)
		require.NoError(t, check.Check(c, library))
		require.Equal(t, drawnFEN, c.Claim.Position.FEN())
	}
}

// TestProveErrors gives bad input: one error and no file.
func TestProveErrors(t *testing.T) {
	t.Parallel()
	zonda, folder := buildProgram(t), t.TempDir()
	for _, c := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"nonsense"}, "nonsense"},
		{[]string{"B:WK29:BK1", "--pieces=9"}, "at most 6 pieces"},
		{[]string{"B:WK29:BK1", "--egdb", filepath.Join(folder, "none")}, "no such file"},
		{[]string{"B:WK29:BK1", "--certificate", filepath.Join(folder, "none", "c.proof")}, "no such file"},
	} {
		stdout, stderr, status := output(t, zonda, append([]string{"prove"}, c.arguments...)...)
		require.Contains(t, []int{1, 2}, status)
		require.Empty(t, stdout)
		require.Contains(t, stderr, c.want)
		require.Equal(t, 1, strings.Count(stderr, "error: "))
	}
	left, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Empty(t, left)
	_, _, status := output(t, zonda, "prove", "B:WK29:BK1", "--win", "--value")
	require.NotZero(t, status)
}
