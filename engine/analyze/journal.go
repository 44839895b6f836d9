package analyze

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// Journal is the file of a run: a line of JSON that says which, then one for each verdict as it
// is found. Whatever ends the program, it holds all verdicts but those in the making. A lock
// file beside it keeps a second run away.
type Journal struct {
	path string
	file *os.File
	lock *flock.Flock
}

// journalHeader is the first line of a journal.
type journalHeader struct {
	Format int    `json:"zonda_analysis"`
	Digest string `json:"digest"` // see Collection.Digest
}

// journalFormat is the version of the journal's format.
const journalFormat = 1

// A run that was just ended may hold its lock for a moment longer.
const (
	lockPatience = 2 * time.Second
	lockPause    = 50 * time.Millisecond
)

// OpenJournal opens or creates the journal of a run of the digest, and gives the studies of the
// collection the verdicts that it holds. A last line that was not written to its end is cut
// off. A journal of another run is an error, and it is not changed.
func OpenJournal(path, digest string, c *Collection) (*Journal, error) {
	const permissions = 0o644
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, permissions)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &Journal{path: path, file: file, lock: flock.New(lockName(path))}
	if err := j.seize(); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), file.Close())
	}
	if err := j.read(digest, c); err != nil {
		return nil, errors.Join(fmt.Errorf("journal %s: %w", path, err), j.Close())
	}
	return j, nil
}

// lockName returns the file that is locked while a run goes on.
func lockName(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lock")
}

func (j *Journal) seize() error {
	ctx, cancel := context.WithTimeout(context.Background(), lockPatience)
	defer cancel()
	held, err := j.lock.TryLockContext(ctx, lockPause)
	if !held && errors.Is(err, context.DeadlineExceeded) {
		return errors.New("the same analysis is running")
	}
	return err
}

// read takes in what the journal holds and leaves it ready for more.
func (j *Journal) read(digest string, c *Collection) error {
	in := bufio.NewReader(j.file)
	whole := int64(0)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if number == 1 {
			err = checkHeader(line, digest)
		} else {
			err = c.take(line)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		whole += int64(len(line))
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil {
		return err
	}
	if whole == 0 {
		return j.write(journalHeader{journalFormat, digest})
	}
	return nil
}

func checkHeader(line []byte, digest string) error {
	var h journalHeader
	if err := json.Unmarshal(line, &h); err != nil || h.Format == 0 {
		return errors.New("this is no journal of an analysis")
	}
	switch {
	case h.Format != journalFormat:
		return fmt.Errorf("the journal has format %d, this program knows %d", h.Format, journalFormat)
	case h.Digest != digest:
		return errors.New("it is of other games, other settings or another version of the program")
	}
	return nil
}

// Add writes the verdict that a study has just got. With the last one of a game it waits until all
// is on the disk.
func (j *Journal) Add(s *Study, v Verdict) error {
	if err := j.write(newEntry(s, v)); err != nil {
		return err
	}
	if !s.Done() {
		return nil
	}
	return j.file.Sync()
}

func (j *Journal) write(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(bytes.TrimSpace(line), '\n')); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Close lets the file go.
func (j *Journal) Close() error {
	return errors.Join(j.file.Sync(), j.file.Close(), j.lock.Unlock())
}

// Remove closes the journal of a run that is over and removes it.
func (j *Journal) Remove() error {
	err := errors.Join(j.file.Close(), os.Remove(j.path), j.lock.Unlock())
	_ = os.Remove(lockName(j.path)) // it is empty, and another run may have it
	return err
}
