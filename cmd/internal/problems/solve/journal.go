package solve

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Journal keeps the positions of a run that are done, until the run is over: the same command goes on behind them.
type Journal struct {
	*file.Journal            // nil for a journal that keeps nothing
	Done          []Position // in earlier runs
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
	path, err := r.journalPath(problems)
	if err != nil {
		return &Journal{}, nil // nothing to keep the run in is no reason not to run
	}
	j := &Journal{}
	header := journalHeader{journalFormat, file.Stem(path)}
	j.Journal, err = file.ResumeJournal(path, header,
		func(h journalHeader) error {
			if h != header {
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
	return errors.Join(j.Journal.Add(p), j.Journal.Sync())
}

// End closes the journal, and removes it if the run is over.
func (j *Journal) End(over bool) error {
	if over {
		return j.Journal.Remove()
	}
	return j.Journal.Close()
}

// journalPath returns the path of the journal of a run in the user's cache. Its name depends on everything that decides what the run finds.
func (r *Record) journalPath(problems []suite.Problem) (string, error) {
	program, err := cli.ProgramDigest()
	if err != nil {
		return "", err
	}
	var asked []string
	for _, p := range problems {
		asked = append(asked, p.ID, p.Position.FEN(), p.Wanted())
	}
	return cli.ResumePath("solves", ".solve", program, r.Conditions, asked)
}

// Restore adds a position of an earlier run.
func (r *Record) Restore(p Position) { r.include(p) }
