// Package memory allocates large tables. Their memory comes from the system, not from Go's
// heap, so the garbage collector does not count it, and a page takes no memory before its first
// use. Tables lie on huge pages where the system offers them.
package memory

import (
	"sync"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"
)

// Block is memory from the system. Its owner must release it.
type Block struct {
	mapped mmap.MMap

	mu        sync.Mutex  // is held while the memory is released and while a part of it is moved
	promoting atomic.Bool // a goroutine runs Promote
	scattered [][]byte    // parts that are not on huge pages yet
	promoted  atomic.Bool // all parts are on huge pages
}

// Alloc returns a block of n zero bytes, n above 0. The system provides a page when it is used
// for the first time. It is an error if the system does not provide n bytes.
func Alloc(n int) (*Block, error) {
	mapped, err := mmap.MapRegion(nil, n, access, mmap.ANON, 0)
	if err != nil {
		return nil, err
	}
	return &Block{mapped: mapped, scattered: parts(mapped)}, nil
}

// Bytes returns the memory, nil after Release.
func (b *Block) Bytes() []byte { return b.mapped }

// Release returns the memory to the system. Bytes obtained before must not be used any more. A
// second call does nothing.
func (b *Block) Release() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.mapped == nil {
		return nil
	}
	return b.mapped.Unmap()
}
