package pack

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/ribbon"
)

// exceptionSetBuilder makes the sections of an egdb exception set. The caller first passes all keys
// of the set, then tests all other keys with passes, then calls sections.
type exceptionSetBuilder struct {
	widths  []byte     // of the filters, by bucket
	yes     [][]uint64 // keys of the set, by width
	files   [ribbon.MaxWidth + 1][]byte
	filters [ribbon.MaxWidth + 1]*ribbon.Filter
}

// keyed is a key and its bucket: positions of one bucket are about equally often exceptions.
type keyed struct {
	key    uint64
	bucket uint8
}

// newExceptionSet chooses the widths of the filters and builds the filters of the yes keys.
func newExceptionSet(t bucketCounts, yes []keyed, workers int) (*exceptionSetBuilder, error) {
	s := &exceptionSetBuilder{yes: make([][]uint64, ribbon.MaxWidth+1)}
	s.widths, _ = t.plan()
	for _, k := range yes {
		w := s.width(k.bucket)
		s.yes[w] = append(s.yes[w], k.key)
	}
	for w := 1; w < len(s.yes); w++ {
		if len(s.yes[w]) == 0 {
			continue
		}
		file, err := ribbon.BuildFilter(s.yes[w], w, workers)
		if err != nil {
			return nil, err
		}
		filter, err := ribbon.OpenFilter(file)
		if err != nil {
			return nil, err
		}
		s.files[w], s.filters[w] = file, &filter
	}
	return s, nil
}

// width returns the width of the filter of a bucket.
func (s *exceptionSetBuilder) width(bucket uint8) byte {
	if len(s.widths) == 0 {
		return egdb.Never
	}
	return s.widths[min(int(bucket), len(s.widths)-1)]
}

// passes reports whether a key that is not in the set passes its filter. Such a key needs a
// bit that says so.
func (s *exceptionSetBuilder) passes(key uint64, width byte) bool {
	return width == 0 || width != egdb.Never && s.filters[width] != nil && s.filters[width].Has(key)
}

// sections returns the sections of the set. The passing keys are all keys that are not in
// the set and pass.
func (s *exceptionSetBuilder) sections(kind, half uint8, passing []uint64, workers int) ([]egdb.Section, error) {
	if len(s.widths) == 0 {
		return nil, nil
	}
	sections := []egdb.Section{{Kind: kind, Half: half, Data: s.widths}}
	var yes []uint64
	for w := range s.yes {
		yes = append(yes, s.yes[w]...)
		if s.files[w] != nil {
			sections = append(sections, egdb.Section{Kind: kind + egdb.PartFilter, Half: half, Param: uint8(w), Data: s.files[w]})
		}
	}
	if len(passing) == 0 {
		return sections, nil
	}
	file, err := ribbon.BuildBits(passing, yes, workers)
	if err != nil {
		return nil, err
	}
	return append(sections, egdb.Section{Kind: kind + egdb.PartBits, Half: half, Data: file}), nil
}
