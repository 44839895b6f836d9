package endgame

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame/ribbon"
)

// Slice is a slice file of values: of one material and of its mirror. Several goroutines may
// use it at once.
type Slice struct {
	Header
	Name   string  // the name given to OpenSlice
	size   int     // bytes of the file
	halves [2]half // Black to move, and the mirror with Black to move
}

// half is one side to move of a slice.
type half struct {
	rule             uint8 // bit o is set if quiet positions of opposition o are stored
	salt             uint64
	model            *Model
	exceptions       exceptionSet // where the first result of the prediction is wrong
	secondExceptions exceptionSet // where the second result is wrong too

	unreadable *atomic.Bool // is true if the file has become unreadable; nil if the file is in memory
}

// orderCount is the number of orders of the three results.
const orderCount = 6

// Orders returns the six orders of the results. A constant model has the number of its order, from 0 to 5.
func Orders() [orderCount][3]board.Result {
	return [orderCount][3]board.Result{
		{board.Draw, board.Win, board.Loss}, {board.Draw, board.Loss, board.Win},
		{board.Win, board.Draw, board.Loss}, {board.Win, board.Loss, board.Draw},
		{board.Loss, board.Draw, board.Win}, {board.Loss, board.Win, board.Draw},
	}
}

// The fields that begin the section of a model, a byte each.
const (
	ruleField = iota
	variantField
	banksField
	safeField
	otherField
	orderField
	modelFields

	pairsFlag      = 1
	oppositionFlag = 2
	threatFlag     = 4
	bothParities   = 3
)

// OpenSlice opens a slice file of values, which it reads in place: data must not change
// afterwards. It checks all checksums; an error begins with name.
func OpenSlice(name string, data []byte) (*Slice, error) {
	s, err := openSlice(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.Name = name
	return s, nil
}

func openSlice(data []byte) (*Slice, error) {
	h, sections, err := valueFormat.decode(data)
	if err != nil {
		return nil, err
	}
	s := &Slice{Header: h, size: len(data)}
	if err := (&Shape{Material: h.Material}).check(); err != nil {
		return nil, err
	}
	for _, section := range sections {
		half := &s.halves[section.Half]
		switch {
		case section.Kind == SectionModel:
			m := h.Material
			if section.Half == 1 {
				m = m.Mirror()
			}
			err = half.open(m, section.Data)
			half.salt = h.Salt
		case section.Kind < SectionSecondExceptions:
			err = half.exceptions.add(int(section.Kind-SectionExceptions), section.Param, section.Data, Margins)
		default:
			err = half.secondExceptions.add(int(section.Kind-SectionSecondExceptions), section.Param, section.Data, Gaps)
		}
		if err != nil {
			return nil, err
		}
	}
	if h.Material.Symmetric() {
		s.halves[1] = s.halves[0]
	}
	return s, s.check()
}

// Watch gives the slice the flag that is set when its file becomes unreadable.
func (s *Slice) Watch(unreadable *atomic.Bool) {
	s.halves[0].unreadable, s.halves[1].unreadable = unreadable, unreadable
}

// ModelFields returns the fields that begin the section of a model. Classes and tables follow.
func ModelFields(s Shape, rule uint8) []byte {
	f := make([]byte, modelFields)
	f[ruleField], f[variantField] = rule, uint8(s.Variant)
	f[safeField], f[otherField], f[orderField] = s.Safe, s.Other, s.Order
	for flag, set := range map[uint8]bool{pairsFlag: s.Pairs, oppositionFlag: s.Opposition, threatFlag: s.Threat} {
		if set {
			f[banksField] |= flag
		}
	}
	return f
}

// open reads the section of the model of m.
func (h *half) open(m Material, data []byte) error {
	if len(data) < modelFields {
		return errors.New("a model without fields")
	}
	f := data[:modelFields]
	if f[ruleField] == 0 || f[ruleField] > bothParities || f[orderField] >= orderCount ||
		f[banksField] > pairsFlag|oppositionFlag|threatFlag {
		return errors.New("an impossible model")
	}
	model, err := NewModel(Shape{
		Material: m, Variant: Variant(f[variantField]),
		Pairs: f[banksField]&pairsFlag != 0, Opposition: f[banksField]&oppositionFlag != 0, Threat: f[banksField]&threatFlag != 0,
		Safe: f[safeField], Other: f[otherField],
		Order: f[orderField],
	}, data[modelFields:])
	h.rule, h.model = f[ruleField], model
	return err
}

// check returns an error unless the parts fit together, and every quiet position is stored or
// has quiet moves only to stored positions and to other slices. Then the search for the value
// of any position ends.
func (s *Slice) check() error {
	n := s.Material.Pieces()
	for i := range s.halves {
		h, other := &s.halves[i], &s.halves[1-i]
		if h.model == nil && (h.exceptions.widths != nil || h.secondExceptions.widths != nil) {
			return errors.New("a model is missing")
		}
		if err := errors.Join(h.exceptions.check(), h.secondExceptions.check()); err != nil {
			return err
		}
		for o := range 2 {
			after := o ^ 1 ^ n&1 // a move changes the parity once, turning the board once for each piece
			if h.rule>>o&1 == 0 && other.rule>>after&1 == 0 {
				return errors.New("neither side to move is stored")
			}
		}
	}
	return nil
}

// Size returns the number of bytes of the file.
func (s *Slice) Size() int { return s.size }

// readable reports whether the file of a half may be read. unreadable is nil for a file in memory.
func readable(unreadable *atomic.Bool) bool { return unreadable == nil || !unreadable.Load() }

// half returns the half that p belongs to and p with Black to move; nil if p is not of the
// slice, or if the file is unreadable.
func (s *Slice) half(p board.Position) (*half, board.Position) {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	if !Regular(p) || !readable(s.halves[0].unreadable) {
		return nil, p
	}
	switch MaterialOf(p) {
	case s.Material:
		return &s.halves[0], p
	case s.Material.Mirror():
		return &s.halves[1], p
	}
	return nil, p
}

// Regular reports whether no square has two pieces, and no man stands on the row where it
// is crowned.
func Regular(p board.Position) bool {
	return p.Black&p.White == 0 && (p.Black&board.WhiteBackRow|p.White&board.BlackBackRow)&^p.Kings == 0
}

// Stored reports whether the file stores the value of p. It never stores a position with a
// capture to play.
func (s *Slice) Stored(p board.Position) bool {
	h, p := s.half(p)
	return h != nil && h.stored(p) && JumpersDown(p.Black, p.White, p.Kings) == 0
}

// Value returns the value of a stored position for its side to move. For any other position
// the answer is arbitrary.
func (s *Slice) Value(p board.Position) board.Result {
	h, p := s.half(p)
	if h == nil || h.model == nil {
		return board.Unknown
	}
	return h.value(p)
}

// stored reports whether a quiet position is stored.
func (h *half) stored(p board.Position) bool { return h.rule>>opposition(p)&1 != 0 }

// value returns the value of a stored position with Black to move.
func (h *half) value(p board.Position) board.Result {
	j, packed := h.model.Predict(p)
	key := Key(packed, h.salt)
	if !h.exceptions.has(key, j.Margin) {
		return j.Order[0]
	}
	if h.secondExceptions.has(key, j.Gap) {
		return j.Order[2]
	}
	return j.Order[1]
}

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
