package ribbon

// Bits is one bit for each of a set of keys, without the keys. It reads its
// file in place and may be used by many goroutines.
type Bits struct{ ribbon }

// BuildBits returns the file of a Bits in which the keys of ones have 1 and
// those of zeros 0. All keys must be distinct: it returns an error if one is
// in both, a key repeated in one of them costs only its space. The keys are not
// changed, and neither their order nor the number of workers, the goroutines
// to use, changes the file.
func BuildBits(zeros, ones []uint64, workers int) ([]byte, error) {
	b := builder{ribbon: newRibbon(bitsMagic, 1), workers: workers}
	return b.build(bitsMagic, [][]uint64{zeros, ones})
}

// OpenBits returns the Bits in data, the whole of it. The data may be at any
// address and read-only; it is not copied and must not change.
func OpenBits(data []byte) (Bits, error) {
	r, err := open(data, bitsMagic)
	return Bits{r}, err
}

// Get returns the bit of the key, and anything for a key it was not built with.
func (b *Bits) Get(key uint64) bool {
	l, hash, start := b.find(key)
	if l == nil {
		s := b.tail.span(hash)
		return b.tail.bytes > 0 && b.tail.sum(&s, 0) != 0
	}
	return l.differs(hash, start, 0, 1)
}
