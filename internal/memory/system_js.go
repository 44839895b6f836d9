package memory

// Scarce reports that a large block may find room only after the block that it replaces was released.
const Scarce = true

// Alloc returns a block of n zero bytes, n above 0. A browser gives a page one memory, in which Go's heap is, so that the
// block lies there: the program ends if there is no room.
func Alloc(n int) (*Block, error) { return &Block{mapped: make([]byte, n)}, nil }

// Bytes returns the memory, nil after Release.
func (b *Block) Bytes() []byte { return b.mapped }

// Release lets the garbage collector free the memory.
func (b *Block) Release() error {
	b.mapped = nil
	return nil
}
