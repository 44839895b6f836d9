// Package memory allocates large tables. Their memory comes from the operating system, not from Go's
// heap, so the garbage collector does not count it, and a page takes no memory before its first
// use. Tables lie on huge pages where the operating system offers them.
package memory

import (
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// hugePage is the size of a huge page in bytes, on most CPUs.
const hugePage = 2 << 20

// partPages is the number of huge pages of a part. The system moves one part at a time. While it
// does, other goroutines wait when they use a page for the first time; therefore a part is small.
const partPages = 4

// pause is the time between two parts, in which other goroutines get their pages.
const pause = time.Millisecond

// The time between two searches for parts in use. It doubles while a search finds none.
const (
	shortestInterval = 5 * time.Millisecond
	maxInterval      = 500 * time.Millisecond
)

// Promote moves the used parts of the block to huge pages, where the operating system offers them. It waits
// for further parts to be used, and returns when quit is closed or all parts lie on huge pages.
// Call it in a goroutine of its own, beside those that use the block. Without it, a goroutine that
// first uses a huge page would wait until the operating system has found and cleared the page, which takes
// 50 milliseconds and more where free memory is fragmented.
func (b *Block) Promote(quit <-chan struct{}) {
	if b.promoted.Load() || !b.promoting.CompareAndSwap(false, true) {
		return
	}
	defer b.promoting.Store(false)
	interval := shortestInterval
	for {
		before := len(b.scattered)
		b.scattered = slices.DeleteFunc(b.scattered, func(part []byte) bool {
			moved := b.collapse(part)
			if moved {
				time.Sleep(pause)
			}
			return moved
		})
		switch len(b.scattered) {
		case 0:
			b.promoted.Store(true)
			return
		case before:
			interval = min(2*interval, maxInterval)
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

// collapse moves a part to huge pages if it is in use, and reports whether it lies there, or the block is released.
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

// Block is memory from the operating system. Its owner must release it.
type Block struct {
	mapped []byte

	mu        sync.Mutex  // is held while the memory is released and while a part of it is moved
	promoting atomic.Bool // a goroutine runs Promote
	scattered [][]byte    // parts that are not on huge pages yet
	promoted  atomic.Bool // all parts are on huge pages
}

// Bytes returns the memory of a slice, whose elements must have no pointers.
func Bytes[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// Slice returns a slice of n zeros on Go's heap. If it is as large as a huge page, Slice asks the
// system for huge pages. It is meant for large tables that are read at random places and that the
// garbage collector frees.
func Slice[T any](n int) []T {
	s := make([]T, n)
	if size := n * int(unsafe.Sizeof(*new(T))); size >= hugePage {
		data := Bytes(s)
		page := os.Getpagesize()
		before := -int(uintptr(unsafe.Pointer(&data[0]))) & (page - 1)
		adviseHuge(data[before : before+(size-before)/page*page])
	}
	return s
}
