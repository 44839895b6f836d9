package searchtune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Journal is the journal of a tuning: a line with the settings, then a line for each iteration.
type Journal struct {
	*file.Journal
	iterations []Iteration
}

// journalHeader is the first line of a journal.
type journalHeader struct {
	Format   int      `json:"zonda_search_tuning"`
	Settings Settings `json:"settings"`
}

// journalFormat is the version of the journal's format.
const journalFormat = 1

// OpenJournal opens or creates the journal of a tuning with the settings, and reads its iterations. A last line that
// was not written to its end is cut off. A journal of other settings, or with a wrong line, is an error and stays as
// it is.
func OpenJournal(path string, s Settings) (*Journal, error) {
	j := &Journal{}
	lines, err := file.ResumeJournal(path, journalHeader{journalFormat, s},
		func(h journalHeader) error { return h.check(s) },
		func(line []byte) error { return j.restore(line, s) })
	j.Journal = lines
	return j, err
}

// check returns an error unless the header is that of a journal of the settings.
func (h journalHeader) check(s Settings) error {
	switch other := s.differences(h.Settings); {
	case h.Format == 0:
		return errors.New("this is no journal of zonda tune search")
	case h.Format != journalFormat:
		return fmt.Errorf("the journal has format %d, this program knows %d", h.Format, journalFormat)
	case len(other) > 0:
		return fmt.Errorf("the journal has other settings: %s", strings.Join(other, ", "))
	}
	return nil
}

// restore adds the iteration of a line.
func (j *Journal) restore(line []byte, s Settings) error {
	var i Iteration
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&i); err != nil {
		return fmt.Errorf("damaged: %w", err)
	}
	switch next := len(j.iterations) + 1; {
	case i.Number != next || next > s.Iterations:
		return fmt.Errorf("iteration %d is out of turn", i.Number)
	case min(i.Won, i.Drawn, i.Lost) < 0 || i.Games() != s.Pairs*gamesOfPair:
		return fmt.Errorf("iteration %d has not %d games", i.Number, s.Pairs*gamesOfPair)
	case len(i.Point) != len(s.Tuned):
		return fmt.Errorf("iteration %d has values of %d parameters, not of %d", i.Number, len(i.Point), len(s.Tuned))
	}
	for at, row := range s.rows() {
		if v := i.Point[at]; math.IsNaN(v) || v < float64(row.Lowest) || v > float64(row.Highest) {
			return fmt.Errorf("iteration %d: parameter %s %v is not between %d and %d", i.Number, row.Name, v, row.Lowest, row.Highest)
		}
	}
	j.iterations = append(j.iterations, i)
	return nil
}

// Iterations returns the iterations so far. The caller must not change them.
func (j *Journal) Iterations() []Iteration { return j.iterations }

// add writes an iteration and waits until it is on the disk.
func (j *Journal) add(i Iteration) error {
	if err := j.Journal.Add(i); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.iterations = append(j.iterations, i)
	return j.Sync()
}
