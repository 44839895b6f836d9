//go:build unix

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// TestOutputsThatAreNoFiles: what a command writes goes through links, into pipes and into devices, and only a regular
// file is replaced.
func TestOutputsThatAreNoFiles(t *testing.T) {
	t.Parallel()
	program, folder, games := programtest.Program(t), t.TempDir(), programtest.WriteGames(t, "1. 11-15 23-19 *\n")
	path := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, os.WriteFile(path("file"), []byte("old"), 0o600))
	require.NoError(t, os.Chmod(path("file"), 0o640))
	for link, to := range map[string]string{"link": "file", "new": "made", "null": os.DevNull, "pipe.svg": "pipe", "pipe.pdn": "pipe", "null.pdn": os.DevNull} {
		require.NoError(t, os.Symlink(to, path(link)))
	}
	require.NoError(t, syscall.Mkfifo(path("pipe"), 0o600))
	succeeds := func(words ...string) {
		t.Helper()
		_, stderr, status := programtest.Output(t, program, words...)
		require.Zero(t, status, stderr)
	}
	mode := func(name string) fs.FileMode {
		t.Helper()
		info, err := os.Lstat(path(name))
		require.NoError(t, err)
		return info.Mode()
	}

	succeeds("pdn", "check", games, "--out", path("link"))
	require.Equal(t, fs.ModeSymlink, mode("link").Type())
	require.Equal(t, fs.FileMode(0o640), mode("file"))
	require.Contains(t, programtest.ReadFile(t, path("file")), "1. 11-15 23-19 *")
	succeeds("analyze", games, "--depth=1", "--hash=1", "--out", path("null"), "--html", path("new"))
	require.Equal(t, fs.ModeSymlink, mode("null").Type())
	require.Equal(t, fs.ModeSymlink, mode("new").Type())
	require.Contains(t, programtest.ReadFile(t, path("made")), "<html")

	engines := []string{"--engine=cmd=" + program, "--engine=name=B cmd=" + program, "--depth=1", "--games=2", "--max-moves=5"}
	for want, words := range map[string][]string{
		"11-15 23-19": {"pdn", "check", games, "--out", path("pipe")},
		"<html":       {"analyze", games, "--depth=1", "--hash=1", "--html", path("pipe")},
		"<svg":        {"solve", filepath.Join(root, "testdata", "problems.csv"), "--depth=1", "--hash=1", "--plot", path("pipe.svg")},
		"[Event":      append([]string{"match", "--pdn", path("pipe.pdn")}, engines...),
	} {
		read := make(chan string)
		go func() {
			data, _ := os.ReadFile(path("pipe"))
			read <- string(data)
		}()
		succeeds(words...)
		require.Contains(t, <-read, want)
		require.Equal(t, fs.ModeNamedPipe, mode("pipe").Type())
	}
	succeeds(append([]string{"match", "--pdn", path("null.pdn")}, engines...)...)

	if runtime.GOOS == "linux" {
		stdout, stderr, status := programtest.Output(t, program, "pdn", "check", games, "--out", "/dev/stdout")
		require.Zero(t, status, stderr)
		require.Contains(t, stdout, "1. 11-15 23-19 *")
		require.Contains(t, stdout, "1 game: 0 with errors")
		_, stderr, status = programtest.Output(t, program, "pdn", "check", games, "--out", "/dev/full")
		require.Equal(t, 1, status)
		require.Equal(t, "zonda: error: write /dev/full: no space left on device\n", stderr)
	}
}
