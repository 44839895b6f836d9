package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/match/compliance"
)

// An engine that keeps no rule fails with the lines that were sent; a program that is not there is a wrong use.
func TestCheckEngine(t *testing.T) {
	t.Parallel()
	program := programtest.Program(t)
	stdout, stderr, status := programtest.Output(t, program, "check-engine", "cat", "--patience=1s", "--json")
	require.Equal(t, 1, status, stderr)
	var results []compliance.Result
	require.NoError(t, json.Unmarshal([]byte(stdout), &results))
	require.Equal(t, "start", results[0].Rule)
	require.Equal(t, []string{"uci"}, results[0].Sent)
	require.Contains(t, stderr, "the engine fails ")

	_, stderr, status = programtest.Output(t, program, "check-engine", "nosuchprogram")
	require.NotZero(t, status)
	require.Contains(t, stderr, "nosuchprogram")
	engines := [][]string{{program}, {"cmd=" + program + " proto=hub"}}
	if os.Getenv(programtest.Long) == "" {
		engines = engines[1:] // the other one is checked in the package of the rules
	}
	for _, engine := range engines {
		stdout, stderr, status = programtest.Output(t, program, append([]string{"check-engine"}, engine...)...)
		if strings.Contains(stdout, "the answer to stop takes") { // a busy host is slow to stop
			require.Contains(t, stderr, "the engine fails 1 rule of ")
			continue
		}
		require.Zero(t, status, stdout+stderr)
		require.NotContains(t, stdout, "FAIL")
		require.GreaterOrEqual(t, strings.Count(stdout, "pass "), 16)
	}
}
