// Package memory takes large tables from the system rather than from the collector's heap:
// they cost nothing until they are written, nothing to the collector, and lie on huge pages where
// the system offers them.
package memory

import (
	"sync"
	"sync/atomic"

	"github.com/edsrzf/mmap-go"
)

// Block is memory of the system. Its owner releases it.
type Block struct {
	mapped mmap.MMap

	mu        sync.Mutex  // held to release the memory, and while a part of it is moved
	gathering atomic.Bool // by one goroutine at a time
	scattered [][]byte    // parts that are not on huge pages yet
	gathered  atomic.Bool // none is left
}

// Take returns n zero bytes, n above 0. They become real when they are touched. An error means
// that the system does not give as many.
func Take(n int) (*Block, error) {
	mapped, err := mmap.MapRegion(nil, n, access, mmap.ANON, 0)
	if err != nil {
		return nil, err
	}
	return &Block{mapped: mapped, scattered: parts(mapped)}, nil
}

// Bytes returns the memory, until it is released.
func (b *Block) Bytes() []byte { return b.mapped }

// Release gives the memory back; nothing may touch it any more. A second time it does nothing.
func (b *Block) Release() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.mapped == nil {
		return nil
	}
	return b.mapped.Unmap()
}
