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
