package pack

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/internal/ribbon"
)

// A filter of many megabytes is larger than the caches of the processor. Therefore keys wait in the region of the filter in
// which they are looked up, until there are enough of them that the caches load the region once for all.
const (
	regionBits    = 6
	regions       = 1 << regionBits
	regionWaiting = 1 << 13 // keys of a region that wait
)

// sifter keeps those of many keys outside an exception set that pass the filters of the set. Such a key needs a bit that says so.
type sifter struct {
	set     *exceptionSetBuilder
	waiting [ribbon.MaxWidth + 1]*[regions][]uint64 // by width of the filter and region; nil until a key comes
	passing []uint64
}

// add adds a key whose filter has a width.
func (s *sifter) add(key uint64, width byte) {
	switch {
	case width == 0:
		s.passing = append(s.passing, key)
		return
	case width == egdb.Never || s.set.filters[width] == nil:
		return
	}
	if s.waiting[width] == nil {
		s.waiting[width] = new([regions][]uint64)
	}
	keys := &s.waiting[width][s.set.filters[width].Place(key)>>(64-regionBits)]
	*keys = append(*keys, key)
	if len(*keys) == regionWaiting {
		s.look(width, *keys)
		*keys = (*keys)[:0]
	}
}

// look looks keys up in a filter.
func (s *sifter) look(width byte, keys []uint64) {
	filter := s.set.filters[width]
	for _, key := range keys {
		if filter.Has(key) {
			s.passing = append(s.passing, key)
		}
	}
}

// finish returns all keys that pass, in no order. The sifter must not be used afterwards.
func (s *sifter) finish() []uint64 {
	for width, waiting := range s.waiting {
		if waiting == nil {
			continue
		}
		for _, keys := range waiting {
			s.look(byte(width), keys)
		}
	}
	return s.passing
}
