package grow

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/file"
)

// Store is a book file that is being changed, by one program at a time. Use OpenStore.
type Store struct {
	Draft *book.Draft
	name  string
	lock  *flock.Flock
}

// A program that was just ended may hold its lock for a moment longer.
const (
	lockPatience = time.Second
	lockPause    = 50 * time.Millisecond
)

// OpenStore locks the book file of the name, and reads it if it is there. A second program that wants to
// change the file gets an error. Close it.
func OpenStore(name string) (*Store, error) {
	if err := file.Check(name); err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	s := &Store{name: name, Draft: book.NewDraft()}
	if err := s.take(); err != nil {
		return nil, err
	}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	b, err := book.Open(name)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.Draft = b.Draft()
	if err := b.Close(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// take locks a file beside the book. It stays when the work is over: to remove it is to let two programs
// lock two files of one name.
func (s *Store) take() error {
	beside := filepath.Join(filepath.Dir(s.name), "."+filepath.Base(s.name)+".lock")
	s.lock = flock.New(beside)
	for began := time.Now(); ; time.Sleep(lockPause) {
		locked, err := s.lock.TryLock()
		switch {
		case err != nil:
			return fmt.Errorf("book %s: %w", s.name, err)
		case locked:
			return nil
		case time.Since(began) > lockPatience:
			return fmt.Errorf("book %s: another program is writing it", s.name)
		}
	}
}

// Save replaces the file by what the draft holds now.
func (s *Store) Save() error { return file.WriteWhole(s.name, s.Draft.Write) }

// Close gives the file free. What was not saved is lost.
func (s *Store) Close() error { return s.lock.Close() }
