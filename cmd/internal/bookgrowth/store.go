package bookgrowth

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Store is a book file that this program alone may change. Use OpenStore.
type Store struct {
	Builder *book.Builder
	lock    *file.Lock
}

// OpenStore locks a book file, and reads it if it exists. If another program changes the file, the error says so. The
// caller must call Close.
func OpenStore(name string) (*Store, error) {
	if err := file.Check(name); err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	lock, err := file.Acquire(name, file.Moment)
	if errors.Is(err, file.ErrLocked) {
		return nil, fmt.Errorf("book %w", err)
	}
	if err != nil {
		return nil, fmt.Errorf("book: %w", err)
	}
	s := &Store{Builder: book.NewBuilder(), lock: lock}
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	b, err := book.Open(name)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.Builder = b.Builder()
	return s, nil
}

// Save replaces the file by the book as it is now, in the present version of the format.
func (s *Store) Save() error { return file.WriteWhole(s.lock.Name(), s.Builder.Write) }

// Close releases the lock. Changes that were not saved are lost.
func (s *Store) Close() error { return s.lock.Release() }
