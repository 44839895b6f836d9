package book

import (
	"iter"
	"maps"
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Builder is a book that can be changed. Use NewBuilder or Book.Builder; the zero value cannot be used. It is
// for one goroutine at a time.
type Builder struct {
	entries map[board.Position]*Entry // by positions with Black to move
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder { return &Builder{entries: map[board.Position]*Entry{}} }

// Len returns the number of positions.
func (b *Builder) Len() int { return len(b.entries) }

// Look returns a copy of the entry of p, with the moves as they are on p's board.
func (b *Builder) Look(p board.Position) (Entry, bool) {
	stored, mirrored := asBlack(p)
	e, ok := b.entries[stored]
	if !ok {
		return Entry{}, false
	}
	copied := *e
	copied.Moves = mirrorIf(mirrored, e.Moves)
	return copied, true
}

// Has reports whether p has an entry.
func (b *Builder) Has(p board.Position) bool {
	stored, _ := asBlack(p)
	return b.entries[stored] != nil
}

// Put makes e the entry of p. The error names a move that is not legal in p; then nothing changes.
func (b *Builder) Put(p board.Position, e Entry) error {
	for _, m := range e.Moves {
		if err := p.CheckMove(m.Move); err != nil {
			return err
		}
	}
	stored, mirrored := asBlack(p)
	e.Moves = mirrorIf(mirrored, e.Moves)
	e.sort()
	b.entries[stored] = &e
	return nil
}

// Visit adds a number to the visits of a move of p. It does nothing if p's entry does not have the move.
func (b *Builder) Visit(p board.Position, m board.Move, times uint32) {
	stored, mirrored := asBlack(p)
	if mirrored {
		m = mirror(m)
	}
	if e := b.entries[stored]; e != nil {
		if known := e.Find(m); known != nil {
			known.Visits += times
		}
	}
}

// All visits every position, with Black to move, in the order of files. The entries are the builder's
// own: a change to one changes the book.
func (b *Builder) All() iter.Seq2[board.Position, *Entry] {
	return func(yield func(board.Position, *Entry) bool) {
		for _, p := range b.positions() {
			if !yield(p, b.entries[p]) {
				return
			}
		}
	}
}

func (b *Builder) positions() []board.Position {
	return slices.SortedFunc(maps.Keys(b.entries), compare)
}
