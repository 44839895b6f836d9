package match

import (
	"bufio"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
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

// idLength is the number of letters that tell matches apart.
const idLength = 10

// lockSuffix makes the name of the file that is locked while a match runs.
const lockSuffix = ".lock"

// CreateJournal begins the journal of a new match, and gives the match its ID; the file
// must not exist.
func CreateJournal(path string, h Header) (*Journal, error) {
	h.Format, h.ID, h.Began = headerFormat, rand.Text()[:idLength], time.Now().UTC().Truncate(time.Second)
	j := &Journal{Header: h}
	if err := j.open(path, os.O_RDWR|os.O_CREATE|os.O_EXCL); err != nil {
		return nil, err
	}
	if err := j.write(j.Header); err != nil {
		return nil, errors.Join(err, j.Close(), os.Remove(path))
	}
	return j, nil
}

// OpenJournal opens the journal of a match that was begun, to be read with Games.
func OpenJournal(path string) (*Journal, error) {
	j := &Journal{}
	if err := j.open(path, os.O_RDWR); err != nil {
		return nil, err
	}
	j.in = bufio.NewReader(j.file)
	line, err := j.in.ReadBytes('\n')
	if err == nil || err == io.EOF {
		err = j.Header.parse(line)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), j.Close())
	}
	j.end = int64(len(line))
	return j, nil
}

func (j *Journal) open(path string, flags int) error {
	lock := flock.New(path + lockSuffix)
	if held, err := lock.TryLock(); err != nil {
		return fmt.Errorf("journal: %w", err)
	} else if !held {
		return fmt.Errorf("journal %s: another match is writing it", path)
	}
	const permissions = 0o644
	file, err := os.OpenFile(path, flags, permissions)
	if err != nil {
		return errors.Join(fmt.Errorf("journal: %w", err), unlock(lock))
	}
	j.file, j.lock = file, lock
	return nil
}

// unlock removes the lock's file before it lets it go: who waits for it makes another.
func unlock(lock *flock.Flock) error {
	_ = os.Remove(lock.Path()) // some systems remove no open file; it is empty and harmless
	return lock.Unlock()
}

// Games calls each with every game of an opened journal, and leaves the journal ready for
// more. A last line that was not written to its end is cut off. The error names the line
// of what is wrong, and then nothing is cut.
func (j *Journal) Games(each func(Record) error) error {
	const firstGame = 2 // the header's line is the first
	for number := firstGame; ; number++ {
		line, err := j.in.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		var r Record
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("journal, line %d: damaged: %w", number, err)
		}
		if err := each(r); err != nil {
			return fmt.Errorf("journal, line %d: %w", number, err)
		}
		j.end += int64(len(line))
	}
	if err := j.file.Truncate(j.end); err != nil {
		return err
	}
	_, err := j.file.Seek(j.end, io.SeekStart)
	return err
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
func (j *Journal) Close() error { return errors.Join(j.file.Close(), unlock(j.lock)) }
