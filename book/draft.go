package book

import (
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Draft is a book that can be changed. Its entries are seen with Black to move: what a
// side to move knows is the same for White on the mirrored board. The zero value is not
// ready: use NewDraft.
type Draft struct {
	entries map[board.Position]*Entry
}

// NewDraft returns an empty draft.
func NewDraft() *Draft { return &Draft{entries: map[board.Position]*Entry{}} }

// Len returns the number of positions.
func (d *Draft) Len() int { return len(d.entries) }

// Look returns a copy of what the draft knows of p, the moves as they are on p's board.
func (d *Draft) Look(p board.Position) (Entry, bool) {
	stored, mirrored := standing(p)
	e, ok := d.entries[stored]
	if !ok {
		return Entry{}, false
	}
	copied := *e
	copied.Moves = turnedIf(mirrored, e.Moves)
	return copied, true
}

// Has reports whether the draft knows p.
func (d *Draft) Has(p board.Position) bool {
	stored, _ := standing(p)
	return d.entries[stored] != nil
}

// Put makes e what the draft knows of p; moves that are not legal in p are an error.
func (d *Draft) Put(p board.Position, e Entry) error {
	for _, m := range e.Moves {
		if !isLegal(p, m.Move) {
			return fmt.Errorf("%s: a move from %s to %s is illegal", p.FEN(), m.Move.From, m.Move.To)
		}
	}
	stored, mirrored := standing(p)
	e.Moves = turnedIf(mirrored, e.Moves)
	e.sort()
	d.entries[stored] = &e
	return nil
}

// Visit adds to the visits of a move, if the draft has it.
func (d *Draft) Visit(p board.Position, m board.Move, times uint32) {
	stored, mirrored := standing(p)
	if mirrored {
		m = turned(m)
	}
	if e := d.entries[stored]; e != nil {
		if known := e.Find(m); known != nil {
			known.Visits += times
		}
	}
}

// All visits every position, with Black to move, in the order of files. The entries are the
// draft's own.
func (d *Draft) All() iter.Seq2[board.Position, *Entry] {
	return func(yield func(board.Position, *Entry) bool) {
		for _, p := range d.positions() {
			if !yield(p, d.entries[p]) {
				return
			}
		}
	}
}

func (d *Draft) positions() []board.Position {
	return slices.SortedFunc(maps.Keys(d.entries), precedes)
}

func isLegal(p board.Position, m board.Move) bool {
	if p.Finished() {
		return false
	}
	var moves board.MoveList
	p.Moves(&moves)
	return moves.Contains(m)
}
