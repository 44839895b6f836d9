package egdb

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/egdb/internal/ribbon"
)

// Never is the width of a bucket without exceptions.
const Never = 255

// exceptionSet says for each stored position whether it is an exception. Few positions are exceptions.
// The keys of positions are divided into buckets, in each of which exceptions are about
// equally frequent. Each bucket has a filter of the keys of its exceptions. The width of the filter
// suits the frequency. All exceptions pass the filter, and few other keys do. One bit for each
// key that passes says whether the key is an exception (after the learned static functions of
// Hermann).
type exceptionSet struct {
	widths  []byte // of the filters, by bucket: 0 for no filter, or Never; the last width holds for all buckets that follow
	filters [ribbon.MaxWidth + 1]*ribbon.Filter
	bits    *ribbon.Bits // nil if only exceptions pass
}

// has reports whether the key of a stored position is an exception. The answer for any other
// key is arbitrary.
func (s *exceptionSet) has(key uint64, bucket uint8) bool {
	if len(s.widths) == 0 {
		return false
	}
	width := s.widths[min(int(bucket), len(s.widths)-1)]
	if width > 0 {
		if int(width) >= len(s.filters) {
			return false // Never
		}
		if f := s.filters[width]; f == nil || !f.Has(key) {
			return false
		}
	}
	return s.bits == nil || s.bits.Get(key)
}

// add reads a section of a file: the widths, a filter, or the bits.
func (s *exceptionSet) add(part int, param uint8, data []byte, buckets int) error {
	switch part {
	case PartWidths:
		if len(data) == 0 || len(data) > buckets {
			return fmt.Errorf("%d widths, want 1 to %d", len(data), buckets)
		}
		for _, w := range data {
			if w > ribbon.MaxWidth && w != Never {
				return fmt.Errorf("a filter %d bits wide", w)
			}
		}
		s.widths = data
	case PartFilter:
		if param == 0 || param > ribbon.MaxWidth {
			return fmt.Errorf("a filter %d bits wide", param)
		}
		f, err := ribbon.OpenFilter(data)
		if err != nil {
			return err
		}
		s.filters[param] = &f
	default:
		b, err := ribbon.OpenBits(data)
		if err != nil {
			return err
		}
		s.bits = &b
	}
	return nil
}

// check returns an error if a filter that the widths name is missing.
func (s *exceptionSet) check() error {
	for _, w := range s.widths {
		if w > 0 && w <= ribbon.MaxWidth && s.filters[w] == nil {
			return fmt.Errorf("the filter %d bits wide is missing", w)
		}
	}
	if len(s.widths) == 0 && s.bits != nil {
		return errors.New("bits without widths")
	}
	return nil
}
