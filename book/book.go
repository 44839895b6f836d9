package book

import (
	"errors"
	"fmt"
	"iter"
	"os"

	"github.com/zonda-checkers/zonda/board"
)

// Extension is the end of the names of book files.
const Extension = ".zbk"

// Book is a book that does not change. Many goroutines may use it at once. The zero value is an empty book.
type Book struct {
	name string
	sections
}

// Read returns the book that data holds; the caller must not change data any more. The name is for error messages.
func Read(name string, data []byte) (*Book, error) {
	s, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return &Book{name, s}, nil
}

// Open reads the book in a file.
func Open(name string) (*Book, error) {
	data, err := readFile(name)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return Read(name, data)
}

// readFile reads a file; its errors do not repeat the name.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err == nil {
		return data, nil
	}
	if info, statErr := os.Stat(name); statErr == nil && info.IsDir() {
		return nil, errors.New("this is a folder")
	}
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return nil, err
}

// Name returns the name that the book was read by.
func (b *Book) Name() string { return b.name }

// Len returns the number of positions.
func (b *Book) Len() int { return b.len() }

// Look returns the entry of p, with the moves as they are on p's board.
func (b *Book) Look(p board.Position) (Entry, bool) {
	stored, mirrored := asBlack(p)
	i, ok := b.find(stored)
	if !ok {
		return Entry{}, false
	}
	e := b.entry(i)
	e.Moves = mirrorIf(mirrored, e.Moves)
	return e, true
}

// All visits every position, with Black to move, in the order of the file.
func (b *Book) All() iter.Seq2[board.Position, Entry] {
	return func(yield func(board.Position, Entry) bool) {
		for i := range b.len() {
			if !yield(b.at(i), b.entry(i)) {
				return
			}
		}
	}
}

// Builder returns a builder that begins with a copy of the book.
func (b *Book) Builder() *Builder {
	builder := NewBuilder()
	for p, e := range b.All() {
		builder.entries[p] = &e
	}
	return builder
}
