package match_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// Without a journal in its flags a match that was killed goes on by the same command, at whatever byte its journal ends; another command
// begins another match, and the journal goes with the end of the match.
func TestTheSameCommandResumes(t *testing.T) {
	program, folder := programtest.Program(t), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", folder)
	t.Setenv("LocalAppData", folder)
	if cache, err := os.UserCacheDir(); err != nil || cache != folder {
		t.Skip("this system's cache cannot be moved")
	}
	left := func() []string {
		names, err := filepath.Glob(filepath.Join(folder, "zonda", "matches", "*.match"))
		require.NoError(t, err)
		return names
	}
	flags := []string{zondaEngine("A", program, bare), zondaEngine("B", program, bare+"nodes=80"), "--nodes=150", "--games=4", "--concurrency=2", "--openings=3move order=random", "--seed=3"}
	want := playMatch(t, program, flags...)
	require.Empty(t, left())
	killed := exec.Command(program, append([]string{"match"}, flags...)...)
	out, err := killed.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, killed.Start())
	programtest.ReadUntil(t, out, "game 1:")
	require.NoError(t, killed.Process.Kill())
	_ = killed.Wait() // it was killed
	require.Len(t, left(), 1)
	whole := programtest.ReadFile(t, left()[0])
	played := strings.Count(whole, "\n") - 1
	require.GreaterOrEqual(t, played, 1)

	playMatch(t, program, append(flags, "--move-rule=60", "--games=2")...)
	require.Len(t, left(), 1, "another match")
	journal := left()[0]
	first := strings.Index(whole, "\n")
	cuts := []int{first + 40}
	if os.Getenv(programtest.Long) != "" {
		cuts = append(cuts, 0, 1, first-1, first, first+1, len(whole)-1, len(whole))
	}
	for _, cut := range cuts {
		require.NoError(t, os.WriteFile(journal, []byte(whole[:cut]), 0o600))
		again := playMatch(t, program, flags...)
		require.NoError(t, sameResult(want, again), "cut at %d", cut)
		require.Empty(t, left())
	}
	require.NoError(t, os.WriteFile(journal, []byte(whole), 0o600))
	stdout, _, status := programtest.Output(t, program, append([]string{"match"}, flags...)...)
	require.Zero(t, status)
	require.Contains(t, stdout, "resumed: ")
}
