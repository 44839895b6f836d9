//go:build !windows

package file

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

// newPending returns a temporary file that is to replace the file of a name.
func newPending(name string) (*renameio.PendingFile, error) {
	const permissions = 0o666 // less what the umask takes away
	return renameio.NewPendingFile(name, renameio.WithTempDir(filepath.Dir(name)), renameio.WithPermissions(permissions))
}
