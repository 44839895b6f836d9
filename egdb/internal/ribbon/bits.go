package ribbon

import "context"

// Bits holds one bit for each of a set of keys, without the keys. It reads its file in place.
// Several goroutines may use it at once.
type Bits struct{ ribbon }

// BuildBits returns the file of a Bits in which the keys of all lists of ones have bit 1 and those of
// zeros bit 0. It returns an error if a key is in both. A key repeated in one of them only
// takes space. workers is the number of goroutines. The file depends neither on this number
// nor on the order of the keys. The build puts the keys of every list into another order, in
// which lookups wait less for memory; lists have fewer than 1<<32 keys and share no memory. If
// ctx ends, the error says why.
func BuildBits(ctx context.Context, zeros, ones [][]uint64, workers int) ([]byte, error) {
	b := builder{ctx: ctx, ribbon: newRibbon(bitsMagic, 1), workers: workers}
	return b.build(bitsMagic, []lists{zeros, ones})
}

// OpenBits returns the Bits whose file is data, after checking its header and length. The
// data may be at any address and read-only; it is not copied and must not change.
func OpenBits(data []byte) (Bits, error) {
	r, err := open(data, bitsMagic)
	return Bits{r}, err
}

// Get returns the bit of a key. For a key that Bits was not built with the answer is
// arbitrary.
func (b *Bits) Get(key uint64) bool {
	l, hash, start := b.find(key)
	if l == nil {
		s := b.tail.span(hash)
		return b.tail.bytes > 0 && b.tail.sum(&s, 0) != 0
	}
	return l.differs(hash, start, 0, 1)
}
