package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/antibook"
)

// Two entries: the loss of the first one is proven soon, that of the second one is not.
const provableEntries = "W:W21,22,28,32:B5,12,13,20\tright\tme\nW:W18,19,22,26,29:B3,5,8,10,12\tperhaps\tme\n"

// Prove says what is proven, writes the statuses, and asks again only for what a larger budget may prove.
func TestAntiBookProve(t *testing.T) {
	t.Parallel()
	program, folder := buildProgram(t), t.TempDir()
	entries, statuses := filepath.Join(folder, "mine.txt"), filepath.Join(folder, "status.csv")
	require.NoError(t, os.WriteFile(entries, []byte(provableEntries), 0o600))
	prove := func(more ...string) (string, string, int) {
		return output(t, program, append([]string{"antibook", "prove", "--alone", "--table=16", "--file", entries, "--out", statuses}, more...)...)
	}
	stdout, stderr, status := prove("--budget=9000")
	require.Zero(t, status, stderr)
	require.Equal(t, 1, strings.Count(stdout, "proven: "))
	require.Contains(t, stdout, "2 entries asked now; of all 2: 1 proven, 1 by search, 0 refuted, 0 untried\n")
	known, err := antibook.ParseStatements(statuses, bytes.NewReader([]byte(readFile(t, statuses))))
	require.NoError(t, err)
	require.Equal(t, 1, known.Count(antibook.Proven))
	require.Equal(t, 1, known.Count(antibook.BySearch))

	stdout, _, _ = prove("--budget=9000")
	require.Contains(t, stdout, "0 entries asked now")
	stdout, _, _ = prove("--budget=10000")
	require.Contains(t, stdout, "1 entry asked now; of all 2: 1 proven, 1 by search")
	require.Contains(t, readFile(t, statuses), ",by search,6,10000,")

	require.NoError(t, os.WriteFile(statuses, []byte("a poem\n"), 0o600))
	_, stderr, status = prove()
	require.NotZero(t, status)
	require.Contains(t, stderr, statuses+": ")
	require.Equal(t, "a poem\n", readFile(t, statuses))
	require.Equal(t, provableEntries, readFile(t, entries))
}

func TestAntiBookProveBadInput(t *testing.T) {
	t.Parallel()
	program, name := buildProgram(t), filepath.Join(t.TempDir(), "mine.txt")
	require.NoError(t, os.WriteFile(name, []byte(provableEntries), 0o600))
	for want, flags := range map[string][]string{
		"budget 0 is less than 1":      {"--budget=0"},
		"pieces -1 is less than 0":     {"--pieces=-1"},
		"pieces 9: the databases have": {"--pieces=9"},
		"table 1 is not between":       {"--table=1"},
		"threads 0 is less than 1":     {"--threads=0"},
		"out: " + name:                 {"--out", name},
	} {
		_, stderr, status := output(t, program, append([]string{"antibook", "prove", "--alone", "--file", name}, flags...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "zonda: error: "), stderr)
	}
	require.Equal(t, provableEntries, readFile(t, name))
}
