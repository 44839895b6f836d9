package ribbon

import "fmt"

// Filter is a set of keys that may also seem to have others. It reads its
// file in place and may be used by many goroutines.
type Filter struct{ ribbon }

// BuildFilter returns the file of a Filter with the keys. Any other key passes
// with probability 2^-width; width is 1 to MaxWidth. The keys should be
// distinct, though a repeated one costs no more than its space. They are not
// changed, and neither their order nor the number of workers, the goroutines
// to use, changes the file.
func BuildFilter(keys []uint64, width, workers int) ([]byte, error) {
	if width < 1 || width > MaxWidth {
		return nil, fmt.Errorf("ribbon: width %d is not 1 to %d", width, MaxWidth)
	}
	b := builder{ribbon: newRibbon(filterMagic, width), filter: true, workers: workers}
	return b.build(filterMagic, [][]uint64{keys})
}

// OpenFilter returns the Filter in data, the whole of it. The data may be at
// any address and read-only; it is not copied and must not change.
func OpenFilter(data []byte) (Filter, error) {
	r, err := open(data, filterMagic)
	return Filter{r}, err
}

// Has says whether the Filter has the key: always true for its keys, true for
// any other with probability 2^-width.
func (f *Filter) Has(key uint64) bool {
	l, hash, start := f.find(key)
	want := uint64(fingerprint(hash, f.width))
	if l == nil {
		return f.tailHas(hash, want)
	}
	return !l.differs(hash, start, want, f.width)
}

// tailHas says whether the tail has the hash. Without keys it has none.
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
