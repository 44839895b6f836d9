package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDepths(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	stdout, stderr, status := output(t, program, "depths", "--times=40ms,10ms")
	require.Zero(t, status, stderr)
	requireLines(t, stdout)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	require.Len(t, lines, 1+6)
	require.Equal(t, []string{"depth", "after", "10ms", "40ms"}, strings.Fields(lines[0])[:4])
}

func TestDepthsComplains(t *testing.T) {
	t.Parallel()
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
		require.Equal(t, 1, strings.Count(stderr, "error: "))
	}
}
