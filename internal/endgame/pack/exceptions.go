package pack

import (
	"context"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/ribbon"
)

// exceptionSetBuilder makes the sections of an egdb exception set. The caller first passes all keys
// of the set, then gives all other keys to sifters, then calls sections.
type exceptionSetBuilder struct {
	widths  []byte                          // of the filters, by bucket
	yes     [ribbon.MaxWidth + 1][][]uint64 // keys of the set, by width and part
	files   [ribbon.MaxWidth + 1][]byte
	filters [ribbon.MaxWidth + 1]*ribbon.Filter
}

// newExceptionSet chooses the widths of the filters, builds the filters of the mistakes that are in the set, and looks every
// key up. It asks once for the mistakes of each part. The function in returns the bucket of a mistake, and whether it is in the set.
func newExceptionSet(ctx context.Context, t bucketCounts, wrong func(part int) mistakes, in func(mark) (bucket uint8, is bool), workers int) (*exceptionSetBuilder, error) {
	s := &exceptionSetBuilder{}
	s.widths, _ = t.plan()
	for part := range parts {
		s.add(wrong(part), in)
	}
	for w := 1; w < len(s.yes); w++ {
		if keyCount(s.yes[w]) == 0 {
			continue
		}
		file, err := ribbon.BuildFilter(ctx, s.yes[w], w, workers)
		if err != nil {
			return nil, err
		}
		filter, err := ribbon.OpenFilter(file)
		if err != nil {
			return nil, err
		}
		if key, found := wrongKey(ctx, s.yes[w], workers, filter.Has); found {
			return nil, fmt.Errorf("the filter %d bits wide does not have the key %#x", w, key)
		}
		s.files[w], s.filters[w] = file, &filter
	}
	return s, nil
}

// add adds those mistakes of a part that are in the set. It counts them first, so that no list has room for more.
func (s *exceptionSetBuilder) add(wrong mistakes, in func(mark) (bucket uint8, is bool)) {
	var counts [ribbon.MaxWidth + 1]int
	for _, m := range wrong.marks {
		if bucket, is := in(m); is {
			counts[s.width(bucket)]++
		}
	}
	var keys [ribbon.MaxWidth + 1][]uint64
	for w, n := range counts {
		keys[w] = make([]uint64, 0, n)
	}
	for i, m := range wrong.marks {
		if bucket, is := in(m); is {
			w := s.width(bucket)
			keys[w] = append(keys[w], wrong.keys[i])
		}
	}
	for w, list := range keys {
		if len(list) > 0 {
			s.yes[w] = append(s.yes[w], list)
		}
	}
}

// width returns the width of the filter of a bucket.
func (s *exceptionSetBuilder) width(bucket uint8) byte {
	if len(s.widths) == 0 {
		return endgame.Never
	}
	return s.widths[min(int(bucket), len(s.widths)-1)]
}

// sections returns the sections of the set, after it has looked every key up. The passing keys are all keys that are not in
// the set and pass.
func (s *exceptionSetBuilder) sections(ctx context.Context, kind, half uint8, passing [][]uint64, workers int) ([]endgame.Section, error) {
	sections := []endgame.Section{{Kind: kind, Half: half, Data: s.widths}}
	for w, file := range s.files {
		if file != nil {
			sections = append(sections, endgame.Section{Kind: kind + endgame.PartFilter, Half: half, Param: uint8(w), Data: file})
		}
	}
	if keyCount(passing) == 0 {
		return sections, nil
	}
	members := slices.Concat(s.yes[:]...) // the lists, not the keys
	file, err := ribbon.BuildBits(ctx, passing, members, workers)
	if err != nil {
		return nil, err
	}
	bits, err := ribbon.OpenBits(file)
	if err != nil {
		return nil, err
	}
	for member, keys := range [][][]uint64{passing, members} {
		right := func(key uint64) bool { return bits.Get(key) == (member == 1) }
		if key, found := wrongKey(ctx, keys, workers, right); found {
			return nil, fmt.Errorf("the key %#x has a wrong bit", key)
		}
	}
	return append(sections, endgame.Section{Kind: kind + endgame.PartBits, Half: half, Data: file}), nil
}

// wrongKey returns a key for which right is false, if there is one. A context that ends may hide it.
func wrongKey(ctx context.Context, keys [][]uint64, workers int, right func(key uint64) bool) (key uint64, found bool) {
	var wrong [parts]*uint64
	eachPart(ctx, workers, func(part int) {
		for list := part; list < len(keys); list += parts {
			if i := slices.IndexFunc(keys[list], func(key uint64) bool { return !right(key) }); i >= 0 {
				wrong[part] = &keys[list][i]
			}
		}
	})
	for _, at := range wrong {
		if at != nil {
			return *at, true
		}
	}
	return 0, false
}

// keyCount returns the number of keys in lists.
func keyCount(lists [][]uint64) (keys int) {
	for _, list := range lists {
		keys += len(list)
	}
	return keys
}

// A filter of many megabytes is larger than the caches of the CPU. Therefore keys wait in the region of the filter in
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
	case width == endgame.Never || s.set.filters[width] == nil:
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
