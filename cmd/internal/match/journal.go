package match

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"time"

	"github.com/zonda-checkers/zonda/internal/file"
)

// Header is the first line of a journal: everything that decides which games the match
// has. How many of them are played, and how many at once, may change from run to run.
type Header struct {
	Format     int       `json:"zonda_match"`
	ID         string    `json:"id"` // of the match, also in its PDN
	Began      time.Time `json:"began"`
	Games      int       `json:"games"` // of each pairing; a later run may change Games, SPRT, PDN and Programs
	SPRT       string    `json:"sprt,omitempty"`
	PDN        string    `json:"pdn,omitempty"` // the file for the games
	Programs   []string  `json:"programs"`      // digests of the engines' programs
	Conditions `json:"conditions"`
}

// The versions of the journal's format. A match of conditions that older programs do not know has the newer one, so that an older program
// does not go on with it under other conditions.
const (
	headerFormat = 1
	newestFormat = 2
)

// format returns the version of the format that conditions need.
func (c Conditions) format() int {
	if c.Only != "" || c.DrawRule != nil || c.Resign != nil || c.MaxMoves > 0 || c.Order != nil || c.Seeds > 0 || c.Limits.Moves > 0 {
		return newestFormat
	}
	return headerFormat
}

// parse reads the first line of a journal.
func (h *Header) parse(line []byte) error {
	*h = Header{}
	if err := json.Unmarshal(line, h); err != nil || h.Format == 0 {
		return errors.New("this is no journal of a match")
	}
	if h.Format < headerFormat || h.Format > newestFormat {
		return fmt.Errorf("the journal has format %d, this program knows %d to %d", h.Format, headerFormat, newestFormat)
	}
	return nil
}

// newID returns a random name for a match.
func newID() string { return rand.Text()[:idLength] }

// idLength is the number of characters of a match's name.
const idLength = 10

// ReadHeader returns the header of a journal, which may be in use, as the last run wrote it.
func ReadHeader(path string) (h Header, err error) {
	err = file.ReadLines(path, func(number int, line []byte) error {
		if number == 1 || bytes.HasPrefix(line, headerPrefix) {
			return h.parse(line)
		}
		return nil
	})
	if err == nil && h.Format == 0 {
		err = errors.New("this is no journal of a match")
	}
	return h, err
}

// Journal is the journal of a match: a line for its Header, then one for each finished game,
// written before the game counts.
type Journal struct {
	Header Header
	*file.Journal
}

// CreateJournal begins the journal of a new match. The file must not exist, or be empty.
func CreateJournal(path string, h Header) (*Journal, error) {
	h.Format, h.Began = h.format(), time.Now().UTC().Truncate(time.Second)
	j := &Journal{Header: h}
	if err := j.open(path); err != nil {
		return nil, err
	}
	if size, err := j.Size(); err != nil || size > 0 {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, cmp.Or(err, os.ErrExist)), j.Close())
	}
	if err := j.write(j.Header); err != nil {
		return nil, errors.Join(err, j.Remove())
	}
	return j, nil
}

// OpenJournal opens the journal of a match that was begun, to be read with Games. Its Header is as the
// last run had it. The error is fs.ErrNotExist if the file does not exist or is empty.
func OpenJournal(path string) (*Journal, error) {
	if _, err := os.Stat(path); err != nil { // it is not to be created
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{}
	if err := j.open(path); err != nil {
		return nil, err
	}
	if err := j.readHeaders(); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), j.Close())
	}
	return j, nil
}

func (j *Journal) open(path string) (err error) {
	j.Journal, err = file.OpenJournal(path)
	switch {
	case errors.Is(err, file.ErrLocked):
		return fmt.Errorf("journal %s: %w", path, errBusy)
	case err != nil:
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// readHeaders reads the header in the first line, and the later headers that replace it.
func (j *Journal) readHeaders() error {
	lines := 0
	err := j.Lines(func(number int, line []byte) error {
		lines = number
		if number == 1 || bytes.HasPrefix(line, headerPrefix) {
			return j.Header.parse(line)
		}
		return nil
	})
	if err != nil || lines > 0 {
		return err
	}
	size, err := j.Size()
	switch {
	case err != nil:
		return err
	case size == 0:
		return fs.ErrNotExist
	}
	return errCut
}

// The errors of a journal that is in use, and of one in which nothing was played yet.
var (
	errBusy = errors.New("another match is writing it")
	errCut  = errors.New("the first line of the journal is cut off")
)

// headerPrefix begins the lines of headers.
var headerPrefix = []byte(`{"zonda_match":`)

// Amend writes a new header with the games, the test, the PDN file and the programs of h. The other
// fields stay.
func (j *Journal) Amend(h Header) error {
	h.Format, h.ID, h.Began, h.Conditions = j.Header.Format, j.Header.ID, j.Header.Began, j.Header.Conditions
	if reflect.DeepEqual(h, j.Header) {
		return nil
	}
	j.Header = h
	return j.write(h)
}

// Games calls each with every game of an opened journal that counts, and leaves the journal ready for more. A last
// line that was not written to its end is cut off. If a line is wrong, the error names the line and the
// file stays as it is.
func (j *Journal) Games(each func(Record) error) error {
	void, err := voidGames(j.Lines)
	if err != nil {
		return err
	}
	return j.Resume(gamesTo(void.skip(each)))
}

// ReadGames calls each with every game of a journal that counts. The journal may be in use.
func ReadGames(path string, each func(Record) error) error {
	lines := func(each func(int, []byte) error) error { return file.ReadLines(path, each) }
	void, err := voidGames(lines)
	if err != nil {
		return err
	}
	return lines(gamesTo(void.skip(each)))
}

// voidUntil has the line behind which a game counts, by its number.
type voidUntil map[int]int

// voidGames reads which games of a journal do not count.
func voidGames(lines func(func(number int, line []byte) error) error) (v voidUntil, err error) {
	v = voidUntil{}
	err = lines(gamesTo(func(line int, r Record) error {
		if r.Void {
			v[r.Game] = line
		}
		return nil
	}))
	return v, err
}

// skip returns a function that calls each with the games that count.
func (v voidUntil) skip(each func(Record) error) func(line int, r Record) error {
	return func(line int, r Record) error {
		if line <= v[r.Game] {
			return nil
		}
		return each(r)
	}
}

// gamesTo returns a function that takes the lines of a journal and calls each with the games and their lines. An empty line, which an
// editor may add, is no game.
func gamesTo(each func(line int, r Record) error) func(number int, line []byte) error {
	return func(number int, line []byte) error {
		if number == 1 || bytes.HasPrefix(line, headerPrefix) || len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		var r Record
		err := json.Unmarshal(line, &r)
		if err != nil {
			err = fmt.Errorf("damaged: %w", err)
		} else {
			err = each(number, r)
		}
		if err != nil {
			return fmt.Errorf("journal, line %d: %w", number, err)
		}
		return nil
	}
}

// Add writes a game and waits until it is on the disk.
func (j *Journal) Add(r Record) error { return j.write(r) }

func (j *Journal) write(value any) error {
	if err := cmp.Or(j.Journal.Add(value), j.Sync()); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}
