package build

import (
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/egdb"
)

// plan returns the canonical slices to build in the order of their classes: all of
// 2 to pieces, or what one slice needs and the slice itself.
func plan(pieces int, slice *egdb.Material) [][]egdb.Material {
	if slice != nil {
		pieces = slice.Pieces()
	}
	var wanted map[egdb.Material]bool
	if slice != nil {
		wanted = map[egdb.Material]bool{}
		need(wanted, canonical(*slice))
	}
	var classes [][]egdb.Material
	for n := 2; n <= pieces; n++ {
		for _, class := range Classes(n) {
			class = slices.DeleteFunc(class, func(m egdb.Material) bool { return wanted != nil && !wanted[m] })
			if len(class) > 0 {
				classes = append(classes, class)
			}
		}
	}
	return classes
}

// need adds m and all that captures and crownings lead to.
func need(wanted map[egdb.Material]bool, m egdb.Material) {
	if m.Black() == 0 || m.White() == 0 || wanted[m] {
		return
	}
	wanted[m] = true
	for _, m := range []egdb.Material{m, m.Mirror()} {
		if m.BlackMen > 0 {
			lost, crowned := m, m
			lost.BlackMen--
			crowned.BlackMen--
			crowned.BlackKings++
			need(wanted, canonical(lost))
			need(wanted, canonical(crowned))
		}
		if m.BlackKings > 0 {
			lost := m
			lost.BlackKings--
			need(wanted, canonical(lost))
		}
	}
}

// pairPositions returns the positions of m and its mirror.
func pairPositions(m egdb.Material) uint64 {
	if m.Symmetric() {
		return m.Positions()
	}
	return 2 * m.Positions()
}

// cost is what solving takes, for estimates.
type cost struct {
	bits      float64 // of packed values, for a position: as measured at most
	scratch   uint64  // bytes that a worker has for each word of a block
	flatBytes uint64  // for each word of a small block
	menBytes  uint64  // for each configuration without kings
	cache     uint64  // bytes of a worker, with blocks of the solve at hand
}

// costs are those of values and of distances.
var costs = [...]cost{
	egdb.WLD: {bits: 2.7, scratch: 70, flatBytes: 8, menBytes: 1, cache: 2 * cacheBytes},
	egdb.DTW: {bits: 10, scratch: 280, flatBytes: 32, menBytes: 4, cache: 2 * rangerCache},
}

// Bytes of the tables of sets: for each, and for each king in it.
const (
	setBytes  = 140
	kingBytes = 22
)

// memoryFor returns about how many bytes it takes to solve slices together.
func memoryFor(metric egdb.Metric, class []egdb.Material, threads int) uint64 {
	c := costs[min(metric, egdb.DTW)]
	total := uint64(threads) * c.cache
	most := 0
	for _, m := range class {
		most = max(most, kingsNeeded(m))
	}
	for k := range most + 1 {
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

// Bytes that packing a slice takes, for estimates: for each position of the sample
// that the predictor learns from, and for each position of the pair.
const (
	sampleBytes   = 150
	largestSample = 6_000_000
	quietShare    = 3 // of all positions about a third are in the sample at most
)

// Bytes that packing distances takes: a number for every bit of a code, for each position
// of the pair, and what the predictor learns from.
const (
	codedBytes    = 12
	learningBytes = 200 << 20
)

// packingMemory returns about how many bytes it takes to make the file of m.
func packingMemory(metric egdb.Metric, m egdb.Material) uint64 {
	n := pairPositions(m)
	if metric != egdb.WLD {
		return n*codedBytes + min(n*sampleBytes, learningBytes)
	}
	return min(n/quietShare, largestSample)*sampleBytes + n
}

// packers returns how many files may be made at the same time, 0 if memory, in bytes,
// does not suffice for the largest.
func packers(metric egdb.Metric, all []egdb.Material, memory uint64) int {
	most := uint64(0)
	for _, m := range all {
		most = max(most, packingMemory(metric, m))
	}
	return int(min(memory/max(most, 1), packedAtOnce))
}

// groups splits a class into slices that are solved together: as many as memory,
// in bytes, allows.
func groups(metric egdb.Metric, class []egdb.Material, threads int, memory uint64) ([][]egdb.Material, error) {
	var all [][]egdb.Material
	for _, m := range class {
		if needed := memoryFor(metric, []egdb.Material{m}, threads); needed > memory {
			return nil, fmt.Errorf("slice %v: solving it takes about %d MiB of memory, %d MiB are allowed",
				m, needed>>20+1, memory>>20)
		}
		last := len(all) - 1
		if last >= 0 && memoryFor(metric, append(slices.Clip(all[last]), m), threads) <= memory {
			all[last] = append(all[last], m)
		} else {
			all = append(all, []egdb.Material{m})
		}
	}
	return all, nil
}
