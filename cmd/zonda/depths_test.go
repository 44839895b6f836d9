package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDepths(t *testing.T) {
	program := buildProgram(t)
	stdout, stderr, status := output(t, program, "depths", "--times=40ms,10ms")
	require.Zero(t, status, stderr)
	requireLines(t, stdout)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	require.Len(t, lines, 1+len(namedPositions()))
	require.Equal(t, []string{"depth", "after", "10ms", "40ms"}, strings.Fields(lines[0])[:4])

	stdout, stderr, status = output(t, program, "depths", "--times=10ms,80ms", "--json", "B:W21-32:B1-12", "B:WK29:BK1,K2")
	require.Zero(t, status, stderr)
	lines = strings.Split(strings.TrimSpace(stdout), "\n")
	require.Len(t, lines, 2)
	var start, ending depthsRow
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &start))
	require.NoError(t, json.Unmarshal([]byte(lines[1]), &ending))
	require.Equal(t, []float64{10, 80}, []float64{start.Depths[0].Milliseconds, start.Depths[1].Milliseconds})
	require.Positive(t, start.Depths[1].Depth)
	require.GreaterOrEqual(t, start.Depths[1].Depth, start.Depths[0].Depth)
	require.NotEmpty(t, start.Depths[1].Move)
	require.Positive(t, start.Nodes)
	require.Equal(t, "win 11", ending.Depths[1].Score, "the databases know it without a search")
}

func TestDepthsComplains(t *testing.T) {
	program := buildProgram(t)
	for _, c := range []struct{ arguments, want string }{
		{"--times=0s", "times: 0s is not positive"},
		{"--times=soon", "soon"},
		{"--threads=0", `option Threads: "0" is not between`},
		{"--hash=0", `option Hash: "0" is not between`},
		{"B:W1:B", "FEN"},
	} {
		_, stderr, status := output(t, program, "depths", c.arguments)
		require.NotZero(t, status, c.arguments)
		require.Contains(t, stderr, c.want)
		require.Equal(t, 1, strings.Count(stderr, "\n"))
	}
}
