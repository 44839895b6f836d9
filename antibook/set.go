package antibook

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
)

// Set is a set of entries and their mirrors: a hash table of the positions' keys. A Set does not change, and many
// goroutines may use it at once.
type Set struct {
	filter [filterWords]uint64 // a bit for the low bits of every key; the filter is small enough for the fastest cache
	slots  []uint64            // keys, 0 for none; at least half of them are free
	shift  uint                // a key shifted right by this number is the first slot to look at
	fewest int                 // smallest number of pieces of an entry
	n      int                 // number of different entries
}

// The filter has 65,536 bits. With thousands of entries, a few percent of all other positions pass the
// filter.
const (
	wordBits    = 64
	filterWords = 1 << 10
)

// leastWidth is the width of the smallest table: a table of width w has 1<<w slots.
const leastWidth = 6

// spareWidth is added to the width that the keys need, so that about one slot in eight is taken.
const spareWidth = 3

// NewSet returns the set of the entries. Entries with the same position count once.
func NewSet(entries []Entry) *Set {
	width := max(leastWidth, bits.Len(uint(2*len(entries)))+spareWidth-1)
	s := &Set{slots: make([]uint64, 1<<width), shift: uint(64 - width)}
	for _, e := range entries {
		if !s.Has(e.Position.Hash()) {
			s.n++
		}
		s.add(e.Position.Hash())
		s.add(e.Position.Mirror().Hash())
		if n := e.Position.Pieces(); s.fewest == 0 || n < s.fewest {
			s.fewest = n
		}
	}
	return s
}

func (s *Set) add(key uint64) {
	if key == 0 || s.Has(key) {
		return
	}
	s.filter[key/wordBits%filterWords] |= 1 << (key % wordBits)
	i := key >> s.shift
	for s.slots[i] != 0 {
		i = (i + 1) & uint64(len(s.slots)-1)
	}
	s.slots[i] = key
}

// Has reports whether a position with the key board.Position.Hash is in the set.
func (s *Set) Has(key uint64) bool {
	if s.filter[key/wordBits%filterWords]>>(key%wordBits)&1 == 0 {
		return false
	}
	return s.stores(key)
}

// stores reports whether the table holds a key.
func (s *Set) stores(key uint64) bool {
	for i := key >> s.shift; ; i++ {
		switch s.slots[i&uint64(len(s.slots)-1)] {
		case key:
			return key != 0
		case 0:
			return false
		}
	}
}

// Contains reports whether p or its mirror is an entry.
func (s *Set) Contains(p board.Position) bool { return s.Has(p.Hash()) }

// Len returns the number of entries, mirrors not counted.
func (s *Set) Len() int { return s.n }

// Fewest returns the least number of pieces of an entry, 0 if there are none.
func (s *Set) Fewest() int { return s.fewest }
