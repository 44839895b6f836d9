//go:build unix

package session

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// Opening a pipe for a log would wait until somebody reads it.
func TestALogIsNoPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	e := New()
	require.ErrorContains(t, e.SetOption("LogFile", path), "is a pipe")
	require.Empty(t, e.Option("LogFile"))
	require.NoError(t, e.Close())
}
