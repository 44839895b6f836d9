package match

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
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
	folder, err := cli.CacheFolder("matches")
	if err != nil {
		m.warn("the match keeps no journal and cannot be resumed: %v", err)
		return nil
	}
	name, err := m.plan.digest(m.programs())
	if err != nil {
		return err
	}
	m.path = filepath.Join(folder, name+".match")
	switch err := m.open(); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, errCut):
		return os.Remove(m.path) // no game was played
	case errors.Is(err, errBusy):
		m.path = filepath.Join(folder, fmt.Sprintf("%s-%d.match", time.Now().Format("20060102-150405"), os.Getpid()))
		return nil
	default:
		return err
	}
}

// digest returns a hash of the conditions of the plan and of the programs, as long as a name of a file.
func (p *Plan) digest(programs []string) (string, error) {
	data, err := json.Marshal(struct {
		Conditions Conditions
		Programs   []string
	}{p.Written(), programs})
	sum := sha256.Sum256(data)
	const length = 10
	return hex.EncodeToString(sum[:length]), err
}
