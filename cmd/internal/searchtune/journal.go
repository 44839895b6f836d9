package searchtune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Journal is the journal of a tuning: a line with the settings, then a line for each iteration.
type Journal struct {
	lines      *file.Journal
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
	lines, err := file.OpenJournal(path)
	if errors.Is(err, file.ErrLocked) {
		return nil, fmt.Errorf("journal %s: another tuning is writing it", path)
	}
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{lines: lines}
	if err := j.read(s); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), j.Close())
	}
	return j, nil
}

// read reads the iterations, and leaves the file ready for more.
func (j *Journal) read(s Settings) error {
	if err := j.checkFirst(); err != nil {
		return err
	}
	begun := false
	err := j.lines.Resume(func(number int, line []byte) (err error) {
		if begun = true; number == 1 {
			err = checkHeader(line, s)
		} else {
			err = j.restore(line, s)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		return nil
	})
	if err != nil || begun {
		return err
	}
	return j.lines.Add(journalHeader{journalFormat, s})
}

// checkFirst returns an error if the file is not empty but has no whole line: nothing was played yet, or the file is
// no journal and must not be cut off.
func (j *Journal) checkFirst() error {
	size, err := j.lines.Size()
	if err != nil || size == 0 {
		return err
	}
	whole := false
	if err := j.lines.Lines(func(int, []byte) error { whole = true; return nil }); err != nil || whole {
		return err
	}
	return errors.New("the first line is not complete; no iteration is lost if you remove the file")
}

// checkHeader returns an error unless the line is the header of a journal of the settings.
func checkHeader(line []byte, s Settings) error {
	var h journalHeader
	if err := json.Unmarshal(line, &h); err != nil || h.Format == 0 {
		return errors.New("this is no journal of zonda tune search")
	}
	if h.Format != journalFormat {
		return fmt.Errorf("the journal has format %d, this program knows %d", h.Format, journalFormat)
	}
	if other := s.differences(h.Settings); other != "" {
		return fmt.Errorf("the journal has other settings: %s", other)
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
	if err := j.lines.Add(i); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.iterations = append(j.iterations, i)
	return j.lines.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.lines.Close() }
