package match

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// openScratch opens the journal, in the user's cache, of an interrupted run of the same command. The name of the journal is the digest
// of the conditions and of the programs. It opens none if there was no such run. While another match writes that journal, this one gets
// a name of its own.
func (m *Session) openScratch() error {
	path, err := cli.ResumePath("matches", ".match", m.plan.Written(), m.programs())
	if err != nil {
		m.warn("the match keeps no journal and cannot be resumed: %v", err)
		return nil
	}
	m.path = path
	switch err := m.open(); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, errCut):
		return os.Remove(m.path) // no game was played
	case errors.Is(err, errBusy):
		m.path = filepath.Join(filepath.Dir(path), fmt.Sprintf("%s-%d.match", time.Now().Format("20060102-150405"), os.Getpid()))
		return nil
	default:
		return err
	}
}
