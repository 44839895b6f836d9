package prooflist

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

// journal keeps the rows of a run in a file: a line of JSON that names the run, then a line for each row. A nil journal
// keeps nothing.
type journal struct {
	lines *file.Journal
	name  string
}

// header is the first line of a journal.
type header struct {
	Format int           `json:"zonda_proofs"`
	Digest string        `json:"digest"` // of the positions, the limits, the databases and the bounds
	Pieces int           `json:"pieces"` // of the leaves
	Budget uint64        `json:"budget"` // nodes a question, 0 for no limit
	Time   time.Duration `json:"time_ns"`
	Table  int           `json:"table_mib"`
}

// journalFormat is the version of the format.
const journalFormat = 1

// header returns the header of a run.
func (t *task) header() header {
	h := header{Format: journalFormat, Pieces: t.leaves.Pieces, Budget: t.Budget, Time: t.Time, Table: t.Table}
	sum := sha256.New()
	fmt.Fprintln(sum, h, t.leaves.Sum)
	fmt.Fprint(sum, t.bounds)
	for _, p := range t.positions {
		fmt.Fprintln(sum, p.ID, p.Position)
	}
	h.Digest = fmt.Sprintf("%x", sum.Sum(nil))
	return h
}

// openJournal opens or creates the journal of a run and returns the rows in it. The journal of another run is an error
// and stays as it is.
func openJournal(name string, h header) (j *journal, rows []Row, err error) {
	if name == "" {
		return nil, nil, nil
	}
	lines, err := file.OpenJournal(name)
	if errors.Is(err, file.ErrLocked) {
		return nil, nil, fmt.Errorf("%s: another program writes to it", name)
	}
	if err != nil {
		return nil, nil, err
	}
	j = &journal{lines, name}
	if rows, err = j.resume(h); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", name, err), lines.Close())
	}
	return j, rows, nil
}

// resume reads the journal and leaves it ready for more.
func (j *journal) resume(h header) (rows []Row, err error) {
	begun := false
	err = j.lines.Resume(func(number int, line []byte) error {
		if number == 1 {
			begun = true
			return h.check(line)
		}
		var r Row
		if err := json.Unmarshal(line, &r); err != nil || r.Place < 1 {
			return fmt.Errorf("line %d: not a row of a list of proofs", number)
		}
		rows = append(rows, r)
		return nil
	})
	if err != nil || begun {
		return rows, err
	}
	return nil, j.lines.Add(h)
}

// check returns an error if a line is not the header.
func (h header) check(line []byte) error {
	var found header
	switch err := json.Unmarshal(line, &found); {
	case err != nil || found.Format == 0:
		return errors.New("line 1: not a list of proofs")
	case found.Format != journalFormat:
		return fmt.Errorf("line 1: format %d, this program knows %d", found.Format, journalFormat)
	case found != h:
		return errors.New("the rows are of other positions, limits or databases; give another file, or the same arguments")
	}
	return nil
}

// add keeps a row. It is on the disk when add returns.
func (j *journal) add(r Row) error {
	if j == nil {
		return nil
	}
	if err := errors.Join(j.lines.Add(r), j.lines.Sync()); err != nil {
		return fmt.Errorf("%s: %w", j.name, err)
	}
	return nil
}

// close closes the file.
func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return j.lines.Close()
}
