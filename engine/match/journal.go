package match

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/gofrs/flock"
)

// Journal is the file of a match: a line of JSON for its Header, then one for each
// finished game, written before anything else is done with it. Whatever ends the
// program, a journal holds all games but those in play. A lock file beside it keeps a
// second runner away.
type Journal struct {
	Header Header
	file   *os.File
	lock   *flock.Flock
	in     *bufio.Reader // of a journal that was opened
	end    int64         // of the last whole line read
}

// A match that was just ended may hold its lock for a moment longer.
const (
	lockPatience = 2 * time.Second
	lockPause    = 50 * time.Millisecond
)

// lockName returns the file that is locked while a match runs. It stays when the match
// is over: to remove it is to let two runners lock two files of one name.
func lockName(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
}

// CreateJournal begins the journal of a new match. The file must be empty, if it is there
// at all.
func CreateJournal(path string, h Header) (*Journal, error) {
	h.Format, h.Began = headerFormat, time.Now().UTC().Truncate(time.Second)
	j := &Journal{Header: h}
	if err := j.open(path, os.O_RDWR|os.O_CREATE); err != nil {
		return nil, err
	}
	if size, err := j.file.Seek(0, io.SeekEnd); err != nil || size > 0 {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, cmp.Or(err, os.ErrExist)), j.Close())
	}
	if err := j.write(j.Header); err != nil {
		return nil, errors.Join(err, j.Close(), os.Remove(path))
	}
	return j, nil
}

// OpenJournal opens the journal of a match that was begun, to be read with Games. Its Header
// is as the last run had it. A file that is empty is as good as none: the error is
// fs.ErrNotExist.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{}
	if err := j.open(path, os.O_RDWR); err != nil {
		return nil, err
	}
	if err := j.readHeaders(); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), j.Close())
	}
	return j, nil
}

// readHeaders reads the first line and those that amend it.
func (j *Journal) readHeaders() error {
	j.in = bufio.NewReader(j.file)
	line, err := j.in.ReadBytes('\n')
	if len(line) == 0 && err == io.EOF {
		return fs.ErrNotExist
	}
	if err != nil && err != io.EOF {
		return err
	}
	if err := j.Header.parse(line); err != nil {
		return err
	}
	first := int64(len(line))
	for err == nil {
		if line, err = j.in.ReadBytes('\n'); err == nil && bytes.HasPrefix(line, headerPrefix) {
			if wrong := j.Header.parse(line); wrong != nil {
				return wrong
			}
		}
	}
	if err != io.EOF {
		return err
	}
	j.end = first
	_, err = j.file.Seek(first, io.SeekStart)
	j.in.Reset(j.file)
	return err
}

// headerPrefix begins the lines of headers.
var headerPrefix = []byte(`{"zonda_match":`)

// Amend makes the journal remember another number of games, test or PDN file.
func (j *Journal) Amend(h Header) error {
	h.Format, h.ID, h.Began, h.Conditions = j.Header.Format, j.Header.ID, j.Header.Began, j.Header.Conditions
	if reflect.DeepEqual(h, j.Header) {
		return nil
	}
	j.Header = h
	return j.write(h)
}

func (j *Journal) open(path string, flags int) error {
	const permissions = 0o644
	file, err := os.OpenFile(path, flags, permissions)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	lock := flock.New(lockName(path))
	ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
	defer cancel()
	held, err := lock.TryLockContext(ctx, lockPause)
	if !held && errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("another match is writing it")
	}
	if err != nil {
		return errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}
	j.file, j.lock = file, lock
	return nil
}

// Games calls each with every game of an opened journal, and leaves the journal ready for
// more. A last line that was not written to its end is cut off. The error names the line
// of what is wrong, and then nothing is cut.
func (j *Journal) Games(each func(Record) error) error {
	whole, err := readGames(j.in, each)
	if err != nil {
		return err
	}
	j.end += whole
	if err := j.file.Truncate(j.end); err != nil {
		return err
	}
	_, err = j.file.Seek(j.end, io.SeekStart)
	return err
}

// ReadGames calls each with every game of a journal, which may be in use.
func ReadGames(path string, each func(Record) error) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	defer file.Close() // only read
	in := bufio.NewReader(file)
	if _, err := in.ReadBytes('\n'); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	_, err = readGames(in, each)
	return err
}

// readGames calls each with the games after the header, and returns how many bytes the
// whole lines have.
func readGames(in *bufio.Reader, each func(Record) error) (whole int64, err error) {
	const firstGame = 2 // the header's line is the first
	for number := firstGame; ; number++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return whole, nil
		}
		if err != nil {
			return whole, err
		}
		if err := readGame(line, each); err != nil {
			return whole, fmt.Errorf("journal, line %d: %w", number, err)
		}
		whole += int64(len(line))
	}
}

// readGame calls each with the game of a line, unless it is a header's.
func readGame(line []byte, each func(Record) error) error {
	if bytes.HasPrefix(line, headerPrefix) {
		return nil
	}
	var r Record
	if err := json.Unmarshal(line, &r); err != nil {
		return fmt.Errorf("damaged: %w", err)
	}
	return each(r)
}

// Add writes a game and waits until it is on the disk.
func (j *Journal) Add(r Record) error { return j.write(r) }

func (j *Journal) write(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := j.file.Sync(); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Close lets the file go.
func (j *Journal) Close() error { return errors.Join(j.file.Close(), j.lock.Unlock()) }

// RemoveJournal removes a journal that is closed.
func RemoveJournal(path string) error {
	_ = os.Remove(lockName(path)) // it is empty, and may not be there
	return os.Remove(path)
}
