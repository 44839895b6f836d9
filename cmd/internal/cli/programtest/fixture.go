package programtest

import (
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Fixture is a folder of files that the program makes once for all tests of a package, which only read it.
type Fixture struct {
	Name     string
	Commands [][]string // their flag --out names the folder

	once   sync.Once
	stderr string
	status int
}

// Folder returns the folder; the first call makes the files.
func (f *Fixture) Folder(t testing.TB) string {
	t.Helper()
	program := Program(t)
	folder := filepath.Join(own, f.Name)
	f.once.Do(func() {
		for _, command := range f.Commands {
			if _, f.stderr, f.status = Output(t, program, append(command, "--out", folder)...); f.status != 0 {
				return
			}
		}
	})
	require.Zero(t, f.status, f.stderr)
	return folder
}
