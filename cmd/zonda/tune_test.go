package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Games are made, made no second time, and learned from; wrong flags are one clear error.
func TestTuneCommands(t *testing.T) {
	t.Parallel()
	program, folder := buildProgram(t), t.TempDir()
	samples, weights := filepath.Join(folder, "samples"), filepath.Join(folder, "weights.bin")
	selfplay := []string{"tune", "selfplay", "--out", samples, "--games=40", "--games-per-file=2", "--nodes=20"}
	stdout, stderr, status := output(t, program, selfplay...)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "40 games, ")
	require.Contains(t, stdout, "40 games made")
	stdout, _, status = output(t, program, selfplay...)
	require.Zero(t, status)
	require.Contains(t, stdout, "; 0 games made")
	stdout, stderr, status = output(t, program, "tune", "fit", samples, "--out", weights, "--epochs=1")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "epoch  1: loss ")
	require.FileExists(t, weights)

	few := filepath.Join(folder, "few")
	stdout, stderr, status = output(t, program, "tune", "selfplay", "--out", few, "--games=3", "--nodes=20")
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "; 3 games made")

	for want, arguments := range map[string][]string{
		"games 0":                         {"selfplay", "--out", samples, "--games=0"},
		"nodes 0":                         {"selfplay", "--out", samples, "--nodes=0"},
		"random-plies -1":                 {"selfplay", "--out", samples, "--random-plies=-1"},
		"was made by other terms":         {"selfplay", "--out", samples, "--games=40", "--games-per-file=2", "--nodes=21"},
		"epochs 0":                        {"fit", samples, "--out", weights, "--epochs=0"},
		"result-share 2":                  {"fit", samples, "--out", weights, "--result-share=2"},
		"no-file.bin":                     {"fit", samples, "--out", weights, "--from", filepath.Join(folder, "no-file.bin")},
		"/dev/zero: the file is too long": {"fit", samples, "--out", weights, "--from", "/dev/zero"},
		"few: too few samples: of the files there (1) ": {"fit", few, "--out", weights},
		"too few samples":         {"fit", folder, "--out", weights},
		"out: cannot write into":  {"fit", folder, "--out", filepath.Join(folder, "none", "w.bin")},
		"is a folder, not a file": {"fit", folder, "--out", folder},
	} {
		_, stderr, status := output(t, program, append([]string{"tune"}, arguments...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
	}
	entries, err := os.ReadDir(samples)
	require.NoError(t, err)
	require.Len(t, entries, 20)
}
