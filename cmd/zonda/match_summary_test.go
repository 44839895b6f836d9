package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The column of predicted replies: B plays what A expects, and B never tells what it expects.
func TestPredictedColumn(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	stdout, stderr, status := output(t, program, "match", fakeEngine("A", "expect"), fakeEngine("B"), "--nodes=1", "--games=2")
	require.Zero(t, status, stderr)
	require.Regexp(t, `(?m)^a move .* predicted  faults  limit$`, stdout)
	require.Regexp(t, `(?m)^A .*  100.0 %       0  1 nodes a move$`, stdout)
	require.Regexp(t, `(?m)^B .*        -       0  1 nodes a move$`, stdout)
}
