package generate

import (
	"sync"

	"github.com/zonda-checkers/zonda/internal/memory"
)

// slabWords is the size of the pieces in which an arena grows: 16 MiB.
const slabWords = 1 << 21

// arena holds packed blocks. It only grows, and a block never moves.
type arena struct {
	mu    sync.Mutex
	slabs [][]uint64
	free  []uint64   // the rest of the last slab
	at    []location // of the blocks, by configuration and side
}

// location is where a packed block begins.
type location struct {
	slab, offset uint32
}

func newArena(blocks int) *arena { return &arena{at: make([]location, blocks)} }

// add copies a packed block into the arena. Several goroutines may add different blocks.
func (a *arena) add(block int, words []uint64) { copy(a.room(block, len(words)), words) }

// addBytes is like add, for a block in bytes.
func (a *arena) addBytes(block int, bytes []byte) {
	copy(bytesOf(a.room(block, (len(bytes)+wordBytes-1)/wordBytes)), bytes)
}

// room reserves n words for a block and returns them.
func (a *arena) room(block, n int) []uint64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n > len(a.free) {
		slab := memory.Slice[uint64](max(slabWords, n))
		a.slabs = append(a.slabs, slab)
		a.free = slab
	}
	slab := uint32(len(a.slabs) - 1)
	room := a.free[:n]
	a.at[block] = location{slab, uint32(len(a.slabs[slab]) - len(a.free))}
	a.free = a.free[n:]
	return room
}

// from returns the words of a block, and the words of the arena that follow.
func (a *arena) from(block int) []uint64 {
	at := a.at[block]
	return a.slabs[at.slab][at.offset:]
}

// holds reports whether every block of an arena of one slab begins inside it, with at least this number of words to its end. What reads
// a block then never leaves the arena, whatever the words are.
func (a *arena) holds(least int) bool {
	words := len(a.slabs[0])
	for _, at := range a.at {
		if at.slab != 0 || int(at.offset)+least > words {
			return false
		}
	}
	return true
}
