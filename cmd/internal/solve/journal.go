package solve

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Journal keeps the positions of a run that are done, until the run is over: the same command goes on behind them.
type Journal struct {
	lines *file.Journal // nil for a journal that keeps nothing
	Done  []Position    // in earlier runs
}

// journalHeader is the first line of a journal.
type journalHeader struct {
	Format int    `json:"zonda_solve"`
	Digest string `json:"digest"` // of the conditions, the problems and the program
}

// journalFormat is the version of the journal's format.
const journalFormat = 1

// OpenJournal opens or creates the journal, in the user's cache, of the run that a record begins. The digest of the run is its name.
// While another program does the same run, and where there is no cache, the run has a journal that keeps nothing.
func OpenJournal(r *Record, problems []suite.Problem) (*Journal, error) {
	folder, err := cli.CacheFolder("solves")
	if err != nil {
		return &Journal{}, nil // nothing to keep the run in is no reason not to run
	}
	digest, err := r.digest(problems)
	if err != nil {
		return nil, err
	}
	const letters = 16 // of the digest, in the name
	j := &Journal{}
	j.lines, err = file.ResumeJournal(filepath.Join(folder, digest[:letters]+".solve"), journalHeader{journalFormat, digest},
		func(h journalHeader) error {
			if h != (journalHeader{journalFormat, digest}) {
				return errors.New("this is no journal of this run")
			}
			return nil
		},
		func(line []byte) error {
			var p Position
			if err := json.Unmarshal(line, &p); err != nil {
				return err
			}
			if n := len(j.Done); n >= len(problems) || problems[n].ID != p.ID {
				return fmt.Errorf("position %s is not the one that the run has there", p.ID)
			}
			j.Done = append(j.Done, p)
			return nil
		})
	if errors.Is(err, file.ErrInUse) {
		return &Journal{}, nil
	}
	return j, err
}

// Add writes a position and waits until it is on the disk.
func (j *Journal) Add(p Position) error {
	if j.lines == nil {
		return nil
	}
	return errors.Join(j.lines.Add(p), j.lines.Sync())
}

// End closes the journal, and removes it if the run is over.
func (j *Journal) End(over bool) error {
	switch {
	case j.lines == nil:
		return nil
	case over:
		return j.lines.Remove()
	}
	return j.lines.Close()
}

// digest returns a hash of everything that decides what a run finds.
func (r *Record) digest(problems []suite.Problem) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	if program, err = file.Digest(program); err != nil {
		return "", err
	}
	sum := sha256.New()
	data, err := json.Marshal(r.Conditions)
	fmt.Fprintln(sum, program, string(data))
	for _, p := range problems {
		fmt.Fprintln(sum, p.ID, p.Position.FEN(), p.Wanted())
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}

// Restore adds a position of an earlier run.
func (r *Record) Restore(p Position) { r.include(p) }
