package antibook

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Set answers whether a position is among entries, or the mirror of one, by its key: one look into
// a hash table. It does not change, and many goroutines may ask it at once.
type Set struct {
	sieve  [sieveWords]uint64 // a bit for every key, by its low bits: small enough to stay in the nearest cache
	slots  []uint64           // keys, 0 for none; at least half of them are free
	shift  uint               // of a key to its first slot
	fewest int                // pieces of an entry
	n      int                // different entries
}

// The sieve has 65,536 bits: of thousands of entries it lets a few of a hundred other positions pass.
const (
	wordBits   = 64
	sieveWords = 1 << 10
)

// smallest is the smallest table, in bits of its number of slots.
const smallest = 6

// spare is how many more bits the number of slots has than that of keys: one in eight is taken.
const spare = 3

// NewSet returns the set of the entries; those that come twice count once.
func NewSet(entries []Entry) *Set {
	width := max(smallest, bits.Len(uint(2*len(entries)))+spare-1)
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
	s.sieve[key/wordBits%sieveWords] |= 1 << (key % wordBits)
	i := key >> s.shift
	for s.slots[i] != 0 {
		i = (i + 1) & uint64(len(s.slots)-1)
	}
	s.slots[i] = key
}

// Has reports whether a position with the key board.Position.Hash is in the set.
func (s *Set) Has(key uint64) bool {
	if s.sieve[key/wordBits%sieveWords]>>(key%wordBits)&1 == 0 {
		return false
	}
	return s.stores(key)
}

// stores looks a key up in the table.
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
