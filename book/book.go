package book

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime/debug"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Extension ends the names of book files.
const Extension = ".zbk"

// Book is a book that does not change. Many goroutines may look into it at once. The zero value
// is empty.
type Book struct {
	name string
	sections
	mapped mmap.MMap // nil if the data is in memory
	file   *os.File
	size   int64
}

// Read returns the book that data holds, which must not change any more. The name is for errors.
func Read(name string, data []byte) (*Book, error) {
	s, err := split(data)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return &Book{name: name, sections: s}, nil
}

// Open maps the book in a file into memory and checks it. Close it.
func Open(name string) (*Book, error) {
	b, err := open(name)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w", name, err)
	}
	return b, nil
}

func open(name string) (*Book, error) {
	file, err := os.Open(name)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err // the name is told already
		}
		return nil, err
	}
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, errors.Join(err, file.Close())
	case info.IsDir():
		return nil, errors.Join(errors.New("this is a folder"), file.Close())
	case info.Size() == 0: // cannot be mapped
		_, err := split(nil)
		return nil, errors.Join(err, file.Close())
	}
	mapped, err := mmap.Map(file, mmap.RDONLY, 0)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	b := &Book{name: name, mapped: mapped, file: file, size: info.Size()}
	err = b.guarded(func() (err error) {
		b.sections, err = split(mapped)
		return err
	})
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Close lets go of the file; the book is empty then. A book in memory stays as it is.
func (b *Book) Close() error {
	if b.file == nil {
		return nil
	}
	b.sections = sections{}
	err := errors.Join(b.mapped.Unmap(), b.file.Close())
	b.mapped, b.file = nil, nil
	return err
}

// Name returns the name that the book was opened by.
func (b *Book) Name() string { return b.name }

// Len returns the number of positions.
func (b *Book) Len() int { return b.len() }

// Look returns what the book knows of p. A file that was cut while it is in use knows nothing
// any more.
func (b *Book) Look(p board.Position) (Entry, bool) {
	var e Entry
	found := false
	err := b.guarded(func() error {
		stored, mirrored := standing(p)
		i, ok := b.find(stored)
		if !ok {
			return nil
		}
		e, found = b.entry(i), true
		e.Moves = turnedIf(mirrored, e.Moves)
		return nil
	})
	return e, found && err == nil
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

// Draft returns a draft that begins with what the book holds.
func (b *Book) Draft() *Draft {
	d := NewDraft()
	for p, e := range b.All() {
		d.entries[p] = &e
	}
	return d
}

var errGone = errors.New("the file has been cut or cannot be read any more")

// guarded calls f, and returns an error instead of ending the program if the mapped file
// is not what it was.
func (b *Book) guarded(f func() error) (err error) {
	if b.file == nil {
		return f()
	}
	if info, err := b.file.Stat(); err != nil || info.Size() != b.size {
		return errGone
	}
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // a fault of the memory map
			err = errGone
		default:
			panic(r)
		}
	}()
	return f()
}
