package match

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/file"
)

// sessionJournal is the journal of a session, with the games of earlier runs.
type sessionJournal struct {
	file    *Journal // nil for none, or for none yet
	path    string   // "" if none can be kept
	auto    bool     // it lies in the user's cache, and is removed when the match is over
	created bool     // by this run
	id      string   // of the match
	past    []Record
	digests map[string]string // of the engines' programs, by path
}

// newSessionJournal returns the journal with a name, or without one the journal in the user's cache. Neither is open.
func newSessionJournal(path string) *sessionJournal {
	return &sessionJournal{path: path, auto: path == "", id: newID(), digests: map[string]string{}}
}

// open opens the journal that the flags name. It need not exist if they have a match.
func (j *sessionJournal) open(o Options) error {
	if j.auto {
		return nil
	}
	err := j.openFile()
	if errors.Is(err, fs.ErrNotExist) && len(o.Engine) > 0 && !o.Report {
		return nil // this match creates the file
	}
	return err
}

// openFile opens the file of the journal.
func (j *sessionJournal) openFile() (err error) {
	if j.file, err = OpenJournal(j.path); err == nil {
		j.id = j.file.Header.ID
	}
	return err
}

// openAuto opens the journal, in the user's cache, of an interrupted run of the same command. The name of the journal is the digest
// of the conditions and of the programs. It opens none if there was no such run. While another match writes that journal, this one gets
// a name of its own.
func (j *sessionJournal) openAuto(p *Plan, w *warnings) error {
	path, err := cli.ResumePath("matches", ".match", p.Written(), j.programs(p))
	if err != nil {
		w.add("the match keeps no journal and cannot be resumed: %v", err)
		return nil
	}
	j.path = path
	switch err := j.openFile(); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, errCut):
		return os.Remove(j.path) // no game was played
	case errors.Is(err, errBusy):
		j.path = filepath.Join(filepath.Dir(path), fmt.Sprintf("%s-%d.match", time.Now().Format("20060102-150405"), os.Getpid()))
		return nil
	default:
		return err
	}
}

// programs returns a digest of each engine's program, "" where it cannot be read. It reads each program once in a match.
func (j *sessionJournal) programs(p *Plan) (digests []string) {
	for _, e := range p.Engines {
		program := e.Command[0]
		if _, known := j.digests[program]; !known {
			j.digests[program], _ = file.Digest(program)
		}
		digests = append(digests, j.digests[program])
	}
	return digests
}

// standings reads the games of earlier runs, and returns the standings after them.
func (j *sessionJournal) standings(p *Plan) (*Standings, error) {
	standings := NewStandings(p)
	if j.file == nil {
		return standings, nil
	}
	if err := j.file.Header.Conditions.Differs(p.Written()); err != nil {
		return nil, fmt.Errorf("journal %s: %w", j.path, err)
	}
	if err := j.file.Games(func(r Record) error {
		j.past = append(j.past, r)
		return p.Fits(r)
	}); err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	for _, r := range j.past {
		standings.Add(r)
	}
	return standings, nil
}

// create begins the journal of a new match, if one can be kept.
func (j *sessionJournal) create(p *Plan, h Header) (err error) {
	if j.path == "" {
		return nil
	}
	h.Programs = j.programs(p)
	j.file, err = CreateJournal(j.path, h)
	j.created = err == nil
	return err
}

// end closes or removes the journal, if there still is one.
func (j *sessionJournal) end(how func(*Journal) error) error {
	if j.file == nil {
		return nil
	}
	open := j.file
	j.file = nil
	return how(open)
}

// removeCreated removes the journal if this run has created it.
func (j *sessionJournal) removeCreated() error {
	if !j.created {
		return nil
	}
	return j.end((*Journal).Remove)
}
