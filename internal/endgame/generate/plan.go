package generate

import (
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// plan returns the canonical slices to build, class by class: all slices of 2 to pieces in which no side has more than
// sidePieces, if that is not 0, or one slice and the slices that it depends on. Of one number of pieces the slices of the most
// equal sides come first, because games have these most often; captures lead to fewer pieces, so the others do not matter to
// them.
func plan(pieces, sidePieces int, slice *endgame.Material) [][]endgame.Material {
	if slice != nil {
		pieces = slice.Pieces()
	}
	var wanted map[endgame.Material]bool
	if slice != nil {
		wanted = map[endgame.Material]bool{}
		need(wanted, canonical(*slice))
	}
	var classes [][]endgame.Material
	for n := 2; n <= pieces; n++ {
		for weaker := n / 2; weaker > 0 && (sidePieces == 0 || n-weaker <= sidePieces); weaker-- {
			for _, class := range Classes(n) {
				class = slices.DeleteFunc(class, func(m endgame.Material) bool {
					return min(m.Black(), m.White()) != weaker || wanted != nil && !wanted[m]
				})
				if len(class) > 0 {
					classes = append(classes, class)
				}
			}
		}
	}
	return classes
}

// need adds a canonical slice and all slices that its moves lead to.
func need(wanted map[endgame.Material]bool, m endgame.Material) {
	if wanted[m] {
		return
	}
	wanted[m] = true
	next := map[endgame.Material]bool{}
	addSuccessors(next, m)
	for m := range next {
		need(wanted, m)
	}
}

// addSuccessors adds the canonical slices that one move from a position of m or its mirror can lead to, whose values solving m needs.
func addSuccessors(to map[endgame.Material]bool, m endgame.Material) {
	for _, m := range []endgame.Material{m, m.Mirror()} {
		for kings := range m.WhiteKings + 1 {
			for men := range m.WhiteMen + 1 {
				left := m
				left.WhiteKings -= kings
				left.WhiteMen -= men
				if left.White() == 0 {
					continue
				}
				if kings+men > 0 {
					to[canonical(left)] = true
				}
				if left.BlackMen > 0 {
					left.BlackMen--
					left.BlackKings++
					to[canonical(left)] = true
				}
			}
		}
	}
}

// pairPositions returns the positions of m and its mirror.
func pairPositions(m endgame.Material) uint64 {
	if m.Symmetric() {
		return m.Positions()
	}
	return 2 * m.Positions()
}

// recipe is what a build knows of a metric: what it solves, the extensions of its files, and estimates.
type recipe struct {
	empty              func() solvedSet
	extension, working string

	bits      float64 // largest measured number of bits of packed blocks, for each position
	scratch   uint64  // bytes of a solver for each word of a block
	flatBytes uint64  // bytes for each word of a small block
	menBytes  uint64  // bytes for each configuration without kings
	cache     uint64  // bytes of the cache of a solver, with the blocks of the present solve

	// Of making a file.
	share       uint64 // the number of positions of which at most one is in the sample
	sample      uint64 // positions in the largest sample
	fileEighths uint64 // bytes besides the sample, for 8 positions of the slice and its mirror

	// Work, in positions of four pieces that are solved in the same time: for a position that is solved (larger slices are solved
	// faster), for a position of a file, and for the training of the predictors of a file. 0 for distances.
	solving, packing float64
	training         uint64
}

var recipes = [...]recipe{
	endgame.WLD: {
		empty: func() solvedSet { return NewValues() }, extension: endgame.Extension, working: ValuesExtension,
		bits: 2.7, scratch: 70, flatBytes: 8, menBytes: 1, cache: 2 * cacheBytes,
		share: 3, sample: 6_000_000, fileEighths: 5, // margins, and the keys of exceptions: 3K1Cv3K1C, which has many, takes as much
		solving: 0.75, packing: 1.25, training: 100_000_000,
	},
	endgame.DTW: distanceRecipe(endgame.DTW),
	endgame.DTC: distanceRecipe(endgame.DTC),
}

func distanceRecipe(m endgame.Metric) recipe {
	return recipe{
		empty:     func() solvedSet { return NewDistances(m) },
		extension: endgame.DistanceExtension(m), working: endgame.DistanceExtension(m) + ValuesExtension,
		bits: 10, scratch: 280, flatBytes: 32, menBytes: 4, cache: 2 * distanceCache,
		share: 1, sample: 1_400_000, fileEighths: 8 * 12, // the keys of the bits of codes
	}
}

// Bytes of the tables of sets: for each set, and for each king of each set.
const (
	setBytes  = 140
	kingBytes = 22
)

// memoryFor returns the estimated bytes of memory for solving slices together.
func memoryFor(metric endgame.Metric, class []endgame.Material, threads int) uint64 {
	c := &recipes[metric]
	total := uint64(threads) * c.cache
	maximum := 0
	for _, m := range class {
		maximum = max(maximum, kingsNeeded(m))
	}
	for k := range maximum + 1 {
		total += uint64(choose[squares][k] * (setBytes + kingBytes*k))
	}
	for _, m := range class {
		s := formOf(m)
		configurations := uint64(s.configurations())
		switch {
		case m.Kings() == 0:
			total += configurations * c.menBytes
		case s.isFlat():
			total += configurations * sides * uint64(s.words()) * c.flatBytes
		default:
			total += uint64(math.Ceil(float64(pairPositions(m)) * c.bits / 8))
			total += configurations * sides * 8
			total += uint64(s.words()) * c.scratch * min(uint64(threads), configurations)
		}
	}
	return total
}

// sampleBytes are the bytes of memory for each position of the sample of a file.
const sampleBytes = 150

// packingMemory returns the estimated bytes of memory for making the file of m.
func packingMemory(metric endgame.Metric, m endgame.Material) uint64 {
	n, c := pairPositions(m), &recipes[metric]
	return min(n/c.share, c.sample)*sampleBytes + n*c.fileEighths/8
}

// packers returns how many files may be made at the same time with memory bytes; 0 if memory
// does not suffice for the largest.
func packers(s *store, all []endgame.Material, memory uint64) int {
	maximum := uint64(0)
	for _, m := range all {
		maximum = max(maximum, s.packingMemory(m))
	}
	return int(min(memory/max(maximum, 1), packedAtOnce))
}

// groups splits a class into groups of slices that are solved together, as many as fit into limit bytes of memory. The function
// memory returns the estimated bytes for solving slices together.
func groups(class []endgame.Material, limit uint64, memory func(together []endgame.Material) uint64) ([][]endgame.Material, error) {
	var all [][]endgame.Material
	for _, m := range class {
		if needed := memory([]endgame.Material{m}); needed > limit {
			return nil, fmt.Errorf("slice %v: solving it takes about %d MiB of memory, %d MiB are allowed",
				m, needed>>20+1, limit>>20)
		}
		last := len(all) - 1
		if last >= 0 && memory(append(slices.Clip(all[last]), m)) <= limit {
			all[last] = append(all[last], m)
		} else {
			all = append(all, []endgame.Material{m})
		}
	}
	return all, nil
}

// packedAtOnce is the number of files that are made at the same time if memory allows.
// Training a predictor uses one thread, so a second file keeps the other threads busy.
const packedAtOnce = 2
