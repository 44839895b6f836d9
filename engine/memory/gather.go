package memory

import (
	"slices"
	"time"
	"unsafe"
)

// hugePage is the size of a huge page in bytes, on most processors.
const hugePage = 2 << 20

// partPages is how many huge pages are made at once: enough to be worth asking, and few enough not to
// keep those waiting who touch memory for the first time, which the system does not give meanwhile.
const partPages = 4

// breath is the time between two parts, for them.
const breath = time.Millisecond

// Time between two looks at what has been touched: it doubles while nothing is found.
const (
	shortestPause = 5 * time.Millisecond
	longestPause  = 500 * time.Millisecond
)

// Gather moves what has been touched of the block onto huge pages, where the system offers them, and
// goes on with what is touched later until quit is closed or all of it lies there. It is for a goroutine
// of its own, beside those that use the block: were they to touch new huge pages, they would have to wait
// for each until the system has found and cleared it, 50 milliseconds and more where its memory is in small
// pieces.
func (b *Block) Gather(quit <-chan struct{}) {
	if b.gathered.Load() || !b.gathering.CompareAndSwap(false, true) {
		return
	}
	defer b.gathering.Store(false)
	pause := shortestPause
	for {
		before := len(b.scattered)
		b.scattered = slices.DeleteFunc(b.scattered, b.move)
		switch len(b.scattered) {
		case 0:
			b.gathered.Store(true)
			return
		case before:
			pause = min(2*pause, longestPause)
		default:
			pause = shortestPause
		}
		select {
		case <-quit:
			return
		case <-time.After(pause):
		}
	}
}

// move moves a part onto huge pages if it has been touched, and reports whether it lies there.
func (b *Block) move(part []byte) bool {
	moved := b.collapse(part)
	if moved {
		time.Sleep(breath)
	}
	return moved
}

func (b *Block) collapse(part []byte) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mapped == nil || collapse(part)
}

// parts divides the huge pages that lie within data.
func parts(data []byte) (list [][]byte) {
	first := -int(uintptr(unsafe.Pointer(unsafe.SliceData(data)))) & (hugePage - 1)
	if first > len(data) {
		return nil
	}
	whole := data[first : first+(len(data)-first)/hugePage*hugePage]
	return slices.Collect(slices.Chunk(whole, partPages*hugePage))
}
