package generate

import (
	"context"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
)

// Needs are estimates of what a build of values or distances takes.
type Needs struct {
	Positions uint64 // of all slices
	Disk      uint64 // bytes of working files, at the moment when there are most
	Memory    uint64 // bytes of memory with which no slice is refused
	Work      uint64 // positions of four pieces that are solved in the same time; 0 for distances
}

// largeSlice is the number of positions from which the sample for the training has its full size.
const largeSlice = 5_000_000

// Estimate returns what Run needs with these options, if no file is there yet.
func Estimate(o Options) (n Needs) {
	classes := plan(o.Pieces, o.SidePieces, o.Slice)
	bits := metrics[o.Metric].bits
	for i, class := range classes {
		kept := slices.Concat(classes[:i+1]...)
		if i > 0 && !o.ValuesOnly && !o.KeepValues && !o.together(classes, i-1) {
			kept = append(needed(classes[:i], classes[i:], nil), class...)
		}
		disk := uint64(0)
		for _, m := range kept {
			disk += uint64(float64(pairPositions(m)) * bits / 8)
		}
		n.Disk = max(n.Disk, disk)
		for _, m := range class {
			n.add(o, m)
		}
	}
	return n
}

// add adds what a slice needs, but for the disk.
func (n *Needs) add(o Options, m egdb.Material) {
	positions, c := pairPositions(m), &metrics[o.Metric]
	n.Positions += positions
	n.Memory = max(n.Memory, memoryFor(o.Metric, []egdb.Material{m}, o.Threads))
	n.Work += uint64(c.solving * float64(positions))
	if o.ValuesOnly {
		return
	}
	n.Memory = max(n.Memory, packingMemory(o.Metric, m))
	n.Work += uint64(c.packing*float64(positions)) + c.training*min(positions, largeSlice)/largeSlice
}

// Work for the bounds of a position, both of them and their files: in slices with kings, and of men alone, which are solved one by one.
const (
	boundsWork = 10
	menWork    = 60
)

// EstimateBounds returns what RunBounds needs with these options, if no file is there yet.
func EstimateBounds(o Options, maxKings egdb.KingLimits) Needs {
	d := boundsOf(o, maxKings)
	below := o
	below.Pieces, below.ValuesOnly = d.CompletePieces(), true
	n := Estimate(below)
	for _, class := range NewBounds(NewValues(), d).Classes() {
		for _, m := range class {
			n.Memory = max(n.Memory, boundsMemoryFor([]egdb.Material{m}, o.Threads))
			positions := pairPositions(m)
			n.Positions += positions
			n.Disk += uint64(float64(2*positions) * metrics[o.Metric].bits / 8)
			n.Memory = max(n.Memory, boundsPackingMemory(m))
			if m.Kings() == 0 {
				n.Work += menWork * positions
			} else {
				n.Work += boundsWork * positions
			}
		}
	}
	return n
}

// Measure solves all positions of four pieces in memory, which takes a fraction of a second, and returns how long a build with the
// needs takes at that speed.
func (n Needs) Measure(ctx context.Context, threads int) (time.Duration, error) {
	const pieces = 4
	began, solved, v := time.Now(), uint64(0), NewValues()
	for _, class := range plan(pieces, 0, nil) {
		if err := v.Solve(ctx, class, threads, nil); err != nil {
			return 0, err
		}
		for _, m := range class {
			solved += pairPositions(m)
		}
	}
	return time.Duration(float64(time.Since(began)) * float64(n.Work) / float64(solved)), nil
}
