package generate

import (
	"context"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
)

// Bounds holds bounds of the values of all positions of one or more numbers of pieces with up to a number of kings, from complete
// values of fewer pieces. A crowning that leaves the set has an unknown result (Bjoernsson, Schaeffer and Sturtevant 2006).
// The positions are solved twice: once as if Black lost everything unknown, once as if White did. The first values are
// lower bounds with Black to move and upper bounds with White to move, the second ones the opposite.
type Bounds struct {
	endgame.BoundsDescription
	complete *Values        // of fewer pieces
	runs     [sides]*Values // by the side that loses what is unknown
}

// bound says what is unknown to one run.
type bound struct {
	set   *endgame.BoundsDescription
	loser uint8 // the side that loses everything unknown
	twin  *Values
}

// unknown reports whether positions of a number of pieces and kings have an unknown result. Nothing is unknown to complete values,
// whose bound is nil.
func (b *bound) unknown(pieces, kings int) bool {
	if b == nil {
		return false
	}
	maximum, bounded := b.set.Limit(pieces)
	return bounded && kings > maximum
}

// value returns the value of an unknown position for its side to move.
func (b *bound) value(side uint8) uint64 {
	if side == b.loser {
		return lostValue
	}
	return wonValue
}

// NewBounds returns an empty set of bounds, of the pieces and limits of d. complete holds all values of fewer pieces with such
// sides, which must not be closed before the bounds have been used for the last time.
func NewBounds(complete *Values, d endgame.BoundsDescription) *Bounds {
	b := &Bounds{BoundsDescription: d, complete: complete}
	for side := range b.runs {
		v := NewValues()
		v.sliceSet = complete.sliceSet
		b.runs[side] = v
	}
	for side, v := range b.runs {
		v.bound = &bound{&b.BoundsDescription, uint8(side), b.runs[1-side]}
	}
	return b
}

// Classes returns the canonical slices of the set, in the order in which they can be solved.
func (b *Bounds) Classes() (classes [][]endgame.Material) {
	for pieces := b.CompletePieces() + 1; pieces <= b.Pieces; pieces++ {
		maximum, _ := b.Limit(pieces)
		for _, class := range Classes(pieces) {
			class = slices.DeleteFunc(class, func(m endgame.Material) bool { return !endgame.Within(m, b.SidePieces) })
			if len(class) > 0 && class[0].Kings() <= maximum {
				classes = append(classes, class)
			}
		}
	}
	return classes
}

// Solve computes the bounds of slices of one class, see Classes. The classes before it must be solved.
func (b *Bounds) Solve(ctx context.Context, class []endgame.Material, threads int, report func(positions uint64)) error {
	var forms []*form
	for _, v := range b.runs {
		forms = v.begin(class, newSlice)
	}
	return schedule(ctx, forms, threads, func() solver {
		var s [sides]*valueSolver
		for i, v := range b.runs {
			s[i] = newValueSolver(v)
		}
		for i := range s {
			s[i].twin, s[i].cache.twin = s[1-i], s[1-i].cache
		}
		return func(j job) uint64 {
			s[blackToMove].work(j)
			return s[whiteToMove].work(j)
		}
	}, report)
}

// source returns the lower or upper bounds for the side to move as a source of values.
func (b *Bounds) source(upper bool) boundSource { return boundSource{b, upper} }

// boundSource gives one of the bounds for the side to move.
type boundSource struct {
	*Bounds
	upper bool
}

// EachWord implements pack.Source.
func (s boundSource) EachWord(m endgame.Material, part, parts int, visit func(w *pack.Word)) {
	s.values(m).EachWord(m, part, parts, visit)
}

// values returns the values that are the bounds of m with Black to move.
func (s boundSource) values(m endgame.Material) *Values {
	loser := s.runs[0].slice(m).sideOf(m) // the side to move loses what is unknown: the lower bound
	if s.upper {
		loser = 1 - loser
	}
	return s.runs[loser]
}

// accept reports whether data is a sound slice file with the counts of the bounds, which must be solved. A set with more kings
// never weakens a bound, so bounds with the same counts are the same.
func (s boundSource) accept(m endgame.Material, data []byte) bool {
	if s.runs[blackToMove].slice(m) == nil {
		return false
	}
	return acceptValues(m, data, func(m endgame.Material, n endgame.Counts) bool { return s.values(m).sliceSet.accept(m, n) })
}

// Each visits the positions of m with Black to move and their bounds.
func (b *Bounds) Each(m endgame.Material, part, parts int, visit func(p board.Position, low, high board.Result)) {
	var lows []pack.Word
	b.source(false).EachWord(m, part, parts, func(w *pack.Word) { lows = append(lows, *w) })
	b.source(true).EachWord(m, part, parts, func(w *pack.Word) {
		low := &lows[0]
		for at := w.At; at != 0; at &= at - 1 {
			x := at.First()
			visit(w.Position(x), low.Value(x), w.Value(x))
		}
		lows = lows[1:]
	})
}

// Knowledge counts the positions of a slice by their bounds: [low][high], from Loss to Win.
type Knowledge [board.Win + 1][board.Win + 1]uint64

// Knowledge returns the counts of m with Black to move. Of the counts some are missing if the context has ended.
func (b *Bounds) Knowledge(ctx context.Context, m endgame.Material, threads int) (all Knowledge) {
	const parts = 256 // of each the words of one bound are kept
	var group errgroup.Group
	group.SetLimit(max(threads, 1))
	var adding sync.Mutex
	for part := 0; part < parts && ctx.Err() == nil; part++ {
		group.Go(func() error {
			var own Knowledge
			b.Each(m, part, parts, func(_ board.Position, low, high board.Result) { own[low][high]++ })
			adding.Lock()
			defer adding.Unlock()
			for low := range own {
				for high, n := range own[low] {
					all[low][high] += n
				}
			}
			return nil
		})
	}
	_ = group.Wait() // the parts have no errors
	return all
}
