package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
)

// A deck grown from another has every way to go on, once, and can be read again.
func TestOpeningsCommand(t *testing.T) {
	t.Parallel()
	program, folder := buildProgram(t), t.TempDir()
	from := filepath.Join(folder, "from.csv")
	require.NoError(t, os.WriteFile(from, []byte("moves,fen,status\n11-15 23-19,,\n11-15 22-18,,lost\n,W:WK31:BK1,\n"), 0o600))
	grown := func(flags ...string) []openings.Opening {
		stdout, stderr, status := output(t, program, append([]string{"openings", "--from", from, "--nodes=100"}, flags...)...)
		require.Zero(t, status, stderr)
		require.Regexp(t, `^# \d+ openings: \d plies after those of `+regexp.QuoteMeta(from)+`, level within \d+ `, stdout)
		openings, err := openings.ReadCSV("grown", strings.NewReader(stdout))
		require.NoError(t, err)
		return openings
	}
	all := grown("--within=30000", "--plies=1")
	positions := map[board.Position]bool{}
	after := map[int]int{}
	for _, o := range all {
		positions[o.Game().Position()] = true
		after[len(o.Moves)]++
	}
	require.Len(t, positions, len(all))
	require.Equal(t, map[int]int{3: 7, 1: 2}, after, "the barred one is left out")
	require.Equal(t, all, grown("--within=30000", "--plies=1"), "the same each time")
	require.NotEqual(t, all, grown("--within=30000", "--plies=1", "--seed=2"))
	require.Less(t, len(grown("--within=5", "--plies=1")), len(all))

	same := grown("--within=30000", "--plies=0", "--barred")
	names := map[string]string{}
	for _, o := range same {
		names[o.ID] = o.String()
	}
	require.Equal(t, map[string]string{"1": "11-15 23-19", "2": "11-15 22-18", "3": "W:WK31:BK1"}, names, "the numbers stay")
	inPlay := grown("--within=30000", "--plies=0")
	require.Len(t, inPlay, 2)
	require.NotEqual(t, inPlay[0].ID, inPlay[1].ID)
	require.NotContains(t, []string{inPlay[0].ID, inPlay[1].ID}, "2", "the barred one is left out, and the numbers stay")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := openingsCommand{Plies: 1, Nodes: 100}.grown(ctx, all)
	require.ErrorIs(t, err, context.Canceled)

	for want, flag := range map[string]string{"plies -1": "--plies=-1", "plies 5": "--plies=5", "nodes 0": "--nodes=0", "within -1": "--within=-1", "openings \"x\"": "--from=x"} {
		stdout, stderr, status := output(t, program, "openings", flag)
		require.NotZero(t, status)
		require.Contains(t, stderr, want)
		require.Empty(t, stdout)
	}
}
