package main

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// fixture is a folder of files that the program makes once for all tests, which only read it.
type fixture struct {
	once   sync.Once
	name   string
	stderr string
	status int
}

// folder returns the folder, in that of the built program; the first call makes the files.
func (f *fixture) folder(t *testing.T, commands ...[]string) string {
	t.Helper()
	program := buildProgram(t)
	folder := filepath.Join(filepath.Dir(program), f.name)
	f.once.Do(func() {
		for _, command := range commands {
			if _, f.stderr, f.status = output(t, program, append(command, "--out", folder)...); f.status != 0 {
				return
			}
		}
	})
	require.Zero(t, f.status, f.stderr)
	return folder
}

var (
	samples   = fixture{name: "samples"}
	databases = fixture{name: "databases"}
)

// sampleFolder returns a folder with the samples of a few games.
func sampleFolder(t *testing.T) string {
	t.Helper()
	return samples.folder(t, []string{"tune", "selfplay", "--games=40", "--games-per-file=2", "--nodes=20"})
}

// distanceFolder returns a folder with the distances of three pieces, by both metrics.
func distanceFolder(t *testing.T) string {
	t.Helper()
	return databases.folder(t, []string{"egdb", "build", "--pieces=3", "--metric=dtc"}, []string{"egdb", "build", "--pieces=3", "--metric=dtw"})
}
