package ribbon

import (
	"context"
	"fmt"
)

// Filter is a set of keys that may report other keys as members. It reads its file in place.
// Several goroutines may use it at once.
type Filter struct{ ribbon }

// BuildFilter returns the file of a Filter with the keys of all lists. Any other key passes the filter
// with probability 2^-width; width is 1 to MaxWidth. A repeated key only takes space. workers
// is the number of goroutines. The file depends neither on this number nor on the order of
// the keys. The build puts the keys of every list into another order, in which lookups wait
// less for memory; lists have fewer than 1<<32 keys and share no memory. If ctx ends, the error
// says why.
func BuildFilter(ctx context.Context, keys [][]uint64, width, workers int) ([]byte, error) {
	if width < 1 || width > MaxWidth {
		return nil, fmt.Errorf("ribbon: width %d is not 1 to %d", width, MaxWidth)
	}
	b := builder{ctx: ctx, ribbon: newRibbon(filterMagic, width), filter: true, workers: workers}
	return b.build(filterMagic, []lists{keys})
}

// OpenFilter returns the Filter whose file is data, after checking its header and length. The
// data may be at any address and read-only; it is not copied and must not change.
func OpenFilter(data []byte) (Filter, error) {
	r, err := open(data, filterMagic)
	return Filter{r}, err
}

// Has reports whether the Filter has the key: always true for its keys, and true with
// probability 2^-width for any other key.
func (f *Filter) Has(key uint64) bool {
	l, hash, start := f.find(key)
	want := uint64(fingerprint(hash, f.width))
	if l == nil {
		return f.tailHas(hash, want)
	}
	return !l.differs(hash, start, want, f.width)
}

// tailHas reports whether the tail has the hash. A tail without keys has none.
func (f *Filter) tailHas(hash, want uint64) bool {
	if f.tail.bytes == 0 {
		return false
	}
	s := f.tail.span(hash)
	for c := range f.width {
		if f.tail.sum(&s, c) != want>>c&1 {
			return false
		}
	}
	return true
}

// Place returns where in the file a lookup of a key reads, as a share of 1<<64: lookups of keys with almost equal places read almost
// the same bytes. Whoever looks many keys up in this order seldom waits for memory. The few keys beyond the first layer read
// elsewhere.
func (r *ribbon) Place(key uint64) uint64 { return mix(key ^ r.salt) }

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
