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
type journal struct{ *file.Journal }

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

// openJournal opens or creates the journal of a run and returns the rows in it; without a name there is no journal. A file
// that is no journal, or that of another run, is an error and stays as it is.
func openJournal(name string, h header) (j *journal, rows []Row, err error) {
	if name == "" {
		return nil, nil, nil
	}
	lines, err := file.ResumeJournal(name, h, h.check, func(line []byte) error {
		var r Row
		if json.Unmarshal(line, &r) != nil || r.Place < 1 {
			return errors.New("not a row of a list of proofs")
		}
		rows = append(rows, r)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return &journal{lines}, rows, nil
}

// check returns an error if the header that a journal has is another.
func (h header) check(found header) error {
	switch {
	case found.Format == 0:
		return errors.New("not a list of proofs")
	case found.Format != journalFormat:
		return fmt.Errorf("format %d, this program knows %d", found.Format, journalFormat)
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
	return errors.Join(j.Add(r), j.Sync())
}

// close closes the file.
func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return j.Close()
}
