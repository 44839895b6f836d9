package analyze

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Journal is the journal of a run: a line with the digest of the run, then a line for each finding.
type Journal struct {
	lines *file.Journal
	added int // since the lines were last written to the disk
}

// journalHeader is the first line of a journal.
type journalHeader struct {
	Format int    `json:"zonda_analysis"`
	Digest string `json:"digest"` // see Collection.Digest
}

// journalFormat is the version of the journal's format.
const journalFormat = 2

// OpenJournal opens or creates the journal of the run with the digest, and gives the findings in the
// journal to the collection. A last line that was not written to its end is cut off. The
// journal of another run is an error and stays as it is.
func OpenJournal(path, digest string, c *Collection) (*Journal, error) {
	positions := c.positions()
	lines, err := file.ResumeJournal(path, journalHeader{journalFormat, digest},
		func(h journalHeader) error { return h.check(digest) },
		func(line []byte) error { return c.restore(line, positions) })
	return &Journal{lines: lines}, err
}

// check returns an error unless the header is that of the run with the digest.
func (h journalHeader) check(digest string) error {
	switch {
	case h.Format == 0:
		return errors.New("this is no journal of an analysis")
	case h.Format != journalFormat:
		return fmt.Errorf("the journal has format %d, this program knows %d", h.Format, journalFormat)
	case h.Digest != digest:
		return errors.New("it is of other games, other settings or another version of the program")
	}
	return nil
}

// Add writes a finding. Now and then it waits until all lines are on the disk.
func (j *Journal) Add(f Finding) error {
	if err := j.lines.Add(newJournalLine(f)); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	const most = 50
	if j.added++; j.added < most {
		return nil
	}
	j.added = 0
	return j.lines.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.lines.Close() }

// Remove closes the journal of a run that is over and removes its file.
func (j *Journal) Remove() error { return j.lines.Remove() }
