package egdb

import (
	"errors"
	"fmt"

	"github.com/zonda-checkers/zonda/egdb/ribbon"
)

// Never is the width of a bucket without a single yes: nothing is stored for it.
const Never = 255

// sieve answers yes or no for each of a set of keys, of which few are yes. Keys
// come in buckets of about equal chances. A filter of the yes keys, of a width that
// suits the chance, lets all of them pass and few others; for those that pass, one
// bit is stored (after the learned static functions of Hermann, "LSF").
type sieve struct {
	widths  []byte // of the filter, by bucket: 0 for none, Never; the last one holds for all that follow
	filters [ribbon.MaxWidth + 1]*ribbon.Filter
	bits    *ribbon.Bits // nil: all that pass are yes
}

// has reports the answer for a key of the set; for others it is arbitrary.
func (s *sieve) has(key uint64, bucket uint8) bool {
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

// add takes a section of a file: the widths, a filter, or the bits.
func (s *sieve) add(part int, param uint8, data []byte, buckets int) error {
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

// check reports whether every filter that the widths name is there.
func (s *sieve) check() error {
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
