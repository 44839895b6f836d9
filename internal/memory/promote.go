package memory

import (
	"slices"
	"time"
	"unsafe"
)

// hugePage is the size of a huge page in bytes, on most processors.
const hugePage = 2 << 20

// partPages is the number of huge pages of a part. The system moves one part at a time. While it
// does, other goroutines wait when they use a page for the first time; therefore a part is small.
const partPages = 4

// pause is the time between two parts, in which other goroutines get their pages.
const pause = time.Millisecond

// The time between two searches for parts in use. It doubles while a search finds none.
const (
	shortestInterval = 5 * time.Millisecond
	longestInterval  = 500 * time.Millisecond
)

// Promote moves the used parts of the block to huge pages, where the system offers them. It waits
// for further parts to be used, and returns when quit is closed or all parts lie on huge pages.
// Call it in a goroutine of its own, beside those that use the block. Without it, a goroutine that
// first uses a huge page would wait until the system has found and cleared the page, which takes
// 50 milliseconds and more where free memory is fragmented.
func (b *Block) Promote(quit <-chan struct{}) {
	if b.promoted.Load() || !b.promoting.CompareAndSwap(false, true) {
		return
	}
	defer b.promoting.Store(false)
	interval := shortestInterval
	for {
		before := len(b.scattered)
		b.scattered = slices.DeleteFunc(b.scattered, b.move)
		switch len(b.scattered) {
		case 0:
			b.promoted.Store(true)
			return
		case before:
			interval = min(2*interval, longestInterval)
		default:
			interval = shortestInterval
		}
		select {
		case <-quit:
			return
		case <-time.After(interval):
		}
	}
}

// move moves a part to huge pages if it is in use, and reports whether it lies on huge pages.
func (b *Block) move(part []byte) bool {
	moved := b.collapse(part)
	if moved {
		time.Sleep(pause)
	}
	return moved
}

// collapse moves a part unless the block is released.
func (b *Block) collapse(part []byte) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mapped == nil || collapse(part)
}

// parts returns the huge pages that lie within data, in parts.
func parts(data []byte) (list [][]byte) {
	first := -int(uintptr(unsafe.Pointer(unsafe.SliceData(data)))) & (hugePage - 1)
	if first > len(data) {
		return nil
	}
	whole := data[first : first+(len(data)-first)/hugePage*hugePage]
	return slices.Collect(slices.Chunk(whole, partPages*hugePage))
}
