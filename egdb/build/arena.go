package build

import "sync"

// slabWords is the size of the pieces in which an arena grows: 16 MiB.
const slabWords = 1 << 21

// arena keeps packed blocks outside each other's way: it only grows, and what was
// added never moves.
type arena struct {
	mu    sync.Mutex
	slabs [][]uint64
	free  []uint64   // rest of the last slab
	at    []location // by configuration and side
}

// location is where a packed block begins.
type location struct {
	slab, offset uint32
}

func newArena(blocks int) *arena { return &arena{at: make([]location, blocks)} }

// add copies a packed block. Different blocks may be added at the same time.
func (a *arena) add(block int, words []uint64) {
	a.mu.Lock()
	if len(words) > len(a.free) {
		slab := make([]uint64, max(slabWords, len(words)))
		a.slabs = append(a.slabs, slab)
		a.free = slab
	}
	slab := uint32(len(a.slabs) - 1)
	room := a.free[:len(words)]
	a.at[block] = location{slab, uint32(len(a.slabs[slab]) - len(a.free))}
	a.free = a.free[len(words):]
	a.mu.Unlock()
	copy(room, words)
}

// from returns the words of the arena from where a block begins.
func (a *arena) from(block int) []uint64 {
	at := a.at[block]
	return a.slabs[at.slab][at.offset:]
}
