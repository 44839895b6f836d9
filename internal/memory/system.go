//go:build !js

package memory

import "github.com/edsrzf/mmap-go"

// Scarce reports that a large block may find room only after the block that it replaces was released.
const Scarce = false

// Alloc returns a block of n zero bytes, n above 0. The system provides a page when it is used
// for the first time. It is an error if the operating system does not provide n bytes.
func Alloc(n int) (*Block, error) {
	mapped, err := mmap.MapRegion(nil, n, access, mmap.ANON, 0)
	if err != nil {
		return nil, err
	}
	return &Block{mapped: mapped, scattered: parts(mapped)}, nil
}

// Bytes returns the memory, nil after Release.
func (b *Block) Bytes() []byte { return b.mapped }

// Release returns the memory to the operating system. Bytes obtained before must not be used any more. A
// second call does nothing.
func (b *Block) Release() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.mapped == nil {
		return nil
	}
	mapped := mmap.MMap(b.mapped)
	b.mapped = nil
	return mapped.Unmap()
}
