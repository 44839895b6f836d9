package generate

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// Values holds the values of endgames, slice by slice: 2.2 to 2.7 bits a position. Several
// goroutines may read solved slices at once.
type Values struct {
	sliceSet[*slice]
	bound *bound // nil unless the values are bounds
	reach *reach // nil for all placements of the men
}

// NewValues returns an empty set.
func NewValues() *Values { return &Values{} }

// Solve computes the values of canonical slices that do not depend on each other, such as the
// slices of one class, see Classes. All slices that they depend on must be solved. report is
// called with the number of positions of every part of the work that is done, by several
// goroutines at once; it may be nil. The error says why ctx ended.
func (v *Values) Solve(ctx context.Context, materials []endgame.Material, threads int, report func(positions uint64)) error {
	forms := v.begin(materials, newSlice)
	for _, f := range forms {
		f.reach = v.reach
	}
	return schedule(ctx, forms, threads, func() solver { return newValueSolver(v).work }, report)
}

// newCache returns a cache of blocks for a reader.
func (v *Values) newCache() *cache[uint64] {
	c := newCache[uint64](v, cacheBytes/wordBytes)
	if v.bound != nil {
		c.twin = newCache[uint64](v.bound.twin, cacheBytes/wordBytes)
		c.twin.twin = c
	}
	return c
}

// small returns the words of a small block, nil for other blocks.
func (v *Values) small(f *form, key blockKey, _ *[]uint64) []uint64 {
	if s := v.slice(f.material); s.flat != nil {
		return s.flatBlock(s.place(key))
	}
	return nil
}

// unpack fills the words of a packed block.
func (v *Values) unpack(into []uint64, f *form, key blockKey) {
	v.tables.unpack(into, v.slice(f.material).packed.from(f.place(key)),
		key.blackMen|key.whiteMen, key.blackKings, key.whiteKings)
}

func (v *Values) mirror(into, from []uint64, m endgame.Material) {
	mirror(&v.tables, into, from, m, transpose)
}

// slice holds the values of a material and its mirror. In the upper half of a word bit x, N,
// is set if the side to move does not win with X on square x; in the lower half bit x, L, is
// set if it loses. Both bits are clear for squares on which X cannot stand. A slice without kings
// has four bits a configuration: two a side to move.
type slice struct{ kept[uint64, uint8] }

// newSlice returns an empty slice with memory for its values.
func newSlice(m endgame.Material) *slice {
	s := &slice{}
	s.begin(m)
	return s
}

// save, open, accept and encode are what a store needs.

func (v *Values) save(m endgame.Material, name string) (busy time.Duration, err error) {
	s := v.slice(m)
	return s.busy, s.save(name)
}

func (v *Values) open(m endgame.Material, name string) error {
	s, err := openValues(name, m)
	if err == nil {
		v.put(s, maxKings(m))
	}
	return err
}

func (v *Values) accept(m endgame.Material, data []byte) bool {
	return acceptValues(m, data, v.sliceSet.accept)
}

// acceptValues reports whether data is a sound slice file of m whose counts the function accepts.
func acceptValues(m endgame.Material, data []byte, accept func(m endgame.Material, counts endgame.Counts) bool) bool {
	s, err := endgame.OpenSlice(m.String(), data)
	if err != nil || s.Material != pack.Canonical(m) {
		return false
	}
	for i, m := range s.Materials() {
		if !accept(m, s.Counts[i]) {
			return false
		}
	}
	return true
}

func (v *Values) encode(ctx context.Context, m endgame.Material, threads int, step func(done, total int)) ([]byte, error) {
	return pack.Encode(ctx, v, m, pack.Options{Workers: threads, Census: v.Counts, Step: step})
}

// solved holds the fields that a slice of values and a slice of distances have in common. The slice
// holds a material and its mirror.
type solved struct {
	form
	packed *arena    // the blocks, unless they are small or there are no kings
	mapped mmap.MMap // the file that holds the blocks, if they are in one

	mu     sync.Mutex
	counts [sides]endgame.Counts
	busy   time.Duration // of all threads together
}

func (s *solved) base() *solved { return s }

// add adds the counts of a job and the time it took.
func (s *solved) add(n [sides]endgame.Counts, busy time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy += busy
	for side := range sides {
		s.counts[side] = plus(s.counts[side], n[side])
	}
}

// kept is a solved slice with the blocks that are not packed: W is the word of a small block, M what a configuration without
// kings has.
type kept[W, M any] struct {
	solved
	flat []W // words of all blocks, where blocks are small
	men  []M // by configuration, where there are no kings
}

// begin makes room for the slice of m.
func (k *kept[W, M]) begin(m endgame.Material) {
	k.form = formOf(m)
	switch n := k.configurations(); {
	case m.Kings() == 0:
		k.men = memory.Slice[M](n)
	case k.isFlat():
		k.flat = memory.Slice[W](n * sides * k.words())
	default:
		k.packed = newArena(n * sides)
	}
}

// flatBlock returns the words of a small block.
func (k *kept[W, M]) flatBlock(place int) []W {
	n := k.words()
	return k.flat[place*n:][:n:n]
}

// parts returns what a working file holds of the slice.
func (k *kept[W, M]) parts() (places []location, data [][]byte) {
	switch {
	case k.men != nil:
		return nil, [][]byte{bytesOf(k.men)}
	case k.flat != nil:
		return nil, [][]byte{bytesOf(k.flat)}
	default:
		return k.packed.joined()
	}
}

// read takes the slice of m from its working file and reports whether the file is sound. Whoever unpacks a block reads least
// words at first.
func (k *kept[W, M]) read(w *working, m endgame.Material, minimum int) (sound bool) {
	k.form, k.mapped, k.counts = formOf(m), w.mapped, w.Counts
	switch n := k.configurations(); {
	case m.Kings() == 0:
		k.men = numbersOf[M](w.data)
		return len(k.men) == n
	case k.isFlat():
		k.flat = numbersOf[W](w.data)
		return len(k.flat) == n*sides*k.words()
	default:
		k.packed = w.arena()
		return len(w.places) == n*sides && k.packed.holds(minimum)
	}
}

// solvedSlice is a slice of values or of distances.
type solvedSlice interface {
	comparable
	base() *solved
}

// sliceSet holds slices by material, each under its material and under the mirror.
type sliceSet[S solvedSlice] struct {
	tables tables
	slices [1 << (4 * kinds)]S                 // by index
	filed  map[endgame.Material]endgame.Counts // counts of slices that are not in the set
}

// kinds is the number of kinds of pieces of both sides.
const kinds = 4

// index returns the place of a material among the slices: four bits a kind.
func index(m endgame.Material) uint16 {
	return uint16(m.BlackKings)<<12 | uint16(m.BlackMen)<<8 | uint16(m.WhiteKings)<<4 | uint16(m.WhiteMen)
}

// slice returns the slice of m or its mirror, nil if the set has none.
func (s *sliceSet[S]) slice(m endgame.Material) S { return s.slices[index(m)] }

// form returns the form of the slice of m or its mirror.
func (s *sliceSet[S]) form(m endgame.Material) *form { return &s.slice(m).base().form }

// begin puts empty slices of canonical materials into the set, which are to be solved, and returns their forms.
func (s *sliceSet[S]) begin(materials []endgame.Material, empty func(m endgame.Material) S) (forms []*form) {
	for _, m := range materials {
		s.put(empty(m), kingsNeeded(m))
		forms = append(forms, s.form(m))
	}
	return forms
}

// put adds a slice, which replaces a slice of the same material, and makes the tables of sets of
// up to the given number of kings.
func (s *sliceSet[S]) put(slice S, kings int) {
	s.tables.need(kings)
	m := slice.base().material
	s.slices[index(m)], s.slices[index(m.Mirror())] = slice, slice
}

// Counts returns how many positions of m with Black to move are won, lost and drawn, those
// with a capture to play included; false if m is not solved.
func (s *sliceSet[S]) Counts(m endgame.Material) (endgame.Counts, bool) {
	var none S
	slice := s.slice(m)
	if slice == none {
		counts, known := s.filed[m]
		return counts, known
	}
	return slice.base().counts[slice.base().sideOf(m)], true
}

// accept reports whether the counts of a slice file are those of the slice. It takes the counts if the slice is not solved.
func (s *sliceSet[S]) accept(m endgame.Material, counts endgame.Counts) bool {
	if known, is := s.Counts(m); is {
		return known == counts
	}
	if s.filed == nil {
		s.filed = map[endgame.Material]endgame.Counts{}
	}
	s.filed[m] = counts
	return true
}

// drop unmaps a slice if it is in the set, and keeps its counts.
func (s *sliceSet[S]) drop(m endgame.Material) error {
	var none S
	slice := s.slice(m)
	if slice == none {
		return nil
	}
	for _, m := range []endgame.Material{m, m.Mirror()} {
		counts, _ := s.Counts(m)
		s.slices[index(m)] = none
		s.accept(m, counts)
	}
	return slice.base().unmap()
}

// unmap unmaps the file of the slice, if it has one.
func (s *solved) unmap() error {
	if s.mapped == nil {
		return nil
	}
	mapped := s.mapped
	s.mapped = nil
	return mapped.Unmap()
}

// Close unmaps the files of the slices, which must not be used afterwards.
func (s *sliceSet[S]) Close() error { return s.closeFrom(0) }

// closeFrom unmaps the files of the slices of a number of pieces and more, which must not be used afterwards.
func (s *sliceSet[S]) closeFrom(pieces int) (err error) {
	var none S
	for _, slice := range s.slices {
		if slice != none && slice.base().material.Pieces() >= pieces {
			err = errors.Join(err, slice.base().unmap())
		}
	}
	return err
}
