package build

import (
	"slices"

	"github.com/zonda-checkers/zonda/egdb"
)

// Needs are estimates of what a build of values or distances takes.
type Needs struct {
	Positions uint64 // of all slices
	Disk      uint64 // bytes of working files
	Memory    uint64 // bytes of memory with which no slice is refused
}

// Estimate returns what Run needs with these options.
func Estimate(o Options) (n Needs) {
	for _, m := range slices.Concat(plan(o.Pieces, o.Slice)...) {
		positions := pairPositions(m)
		n.Positions += positions
		n.Disk += uint64(float64(positions) * costs[min(o.Metric, egdb.DTW)].bits / 8)
		n.Memory = max(n.Memory, memoryFor(o.Metric, []egdb.Material{m}, o.Threads))
		if !o.ValuesOnly {
			n.Memory = max(n.Memory, packingMemory(o.Metric, m))
		}
	}
	return n
}
