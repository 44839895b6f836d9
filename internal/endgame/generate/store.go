package generate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
	"github.com/zonda-checkers/zonda/internal/file"
)

// store is what a build solves, with its files: values and distances have one run and one kind of slice files, bounds two of each.
type store struct {
	solve func(ctx context.Context, materials []endgame.Material, threads int, report func(positions uint64)) error
	runs  []solvedRun
	files []sliceFiles

	memoryFor     func(together []endgame.Material, threads int) uint64 // estimated bytes for solving slices together
	packingMemory func(m endgame.Material) uint64                       // estimated bytes for making the files of m
}

// solvedRun is solved slices with their working files.
type solvedRun struct {
	solvedSet
	working func(directory string, m endgame.Material) string // the name of the working file of m
}

// solvedSet holds solved slices: Values or Distances.
type solvedSet interface {
	// save writes the working file of a solved slice, and returns the time that the threads took to solve it.
	save(m endgame.Material, name string) (busy time.Duration, err error)
	// open maps the working file of a slice.
	open(m endgame.Material, name string) error
	// drop unmaps a slice, and keeps its counts.
	drop(m endgame.Material) error
	Solve(ctx context.Context, materials []endgame.Material, threads int, report func(positions uint64)) error
	Close() error
	fileEncoder
}

// sliceFiles are slice files of one kind.
type sliceFiles struct {
	extension string
	fileEncoder
}

// fileEncoder makes slice files.
type fileEncoder interface {
	// accept reports whether data is a sound slice file of m, with the counts of the slice if that is solved. If it is not, accept of
	// values and of distances takes the counts of the file.
	accept(m endgame.Material, data []byte) bool
	// encode returns the slice file of a solved slice, compared with the solved positions. It calls step as pack.Options.Step
	// is called.
	encode(ctx context.Context, m endgame.Material, threads int, step func(done, total int)) ([]byte, error)
}

// newStore returns the store of values or distances, and closes it by the function.
func newStore(metric endgame.Metric) (s *store, closing func() error) {
	s = &store{
		memoryFor:     func(together []endgame.Material, threads int) uint64 { return memoryFor(metric, together, threads) },
		packingMemory: func(m endgame.Material) uint64 { return packingMemory(metric, m) },
	}
	working := func(directory string, m endgame.Material) string { return WorkingName(directory, m, metric) }
	set := recipes[metric].empty()
	s.solve, s.runs, s.files = set.Solve, []solvedRun{{set, working}}, []sliceFiles{{recipes[metric].extension, set}}
	return s, set.Close
}

// file moves a solved slice to working files, and returns the time that the threads took to solve it.
func (s *store) file(directory string, m endgame.Material) (busy time.Duration, err error) {
	for _, r := range s.runs {
		name := r.working(directory, m)
		took, err := r.save(m, name)
		if err != nil {
			return 0, fmt.Errorf("writing %s: %w", name, err)
		}
		busy += took
	}
	return busy, s.open(directory, m)
}

// open maps the working files of a slice.
func (s *store) open(directory string, m endgame.Material) error {
	for _, r := range s.runs {
		if err := r.open(m, r.working(directory, m)); err != nil {
			return err
		}
	}
	return nil
}

// remove unmaps a slice, keeps its counts, and removes its working files.
func (s *store) remove(directory string, m endgame.Material) (err error) {
	for _, r := range s.runs {
		err = errors.Join(err, r.drop(m)) // some systems do not remove mapped files
		if failed := os.Remove(r.working(directory, m)); !errors.Is(failed, os.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// found returns the bytes of the slice files of m, and whether all are there and accepted.
func (s *store) found(directory string, m endgame.Material) (bytes int, ok bool) {
	for _, f := range s.files {
		n, sound := f.found(directory, m)
		if !sound {
			return 0, false
		}
		bytes += n
	}
	return bytes, true
}

// write writes those slice files of a solved slice that are not found, and returns the bytes of all.
func (s *store) write(ctx context.Context, directory string, m endgame.Material, threads int, step func(done, total int)) (bytes int, err error) {
	for i, f := range s.files {
		n, sound := f.found(directory, m)
		if !sound {
			data, err := f.encode(ctx, m, threads, func(done, total int) { step(i*total+done, len(s.files)*total) })
			if err != nil {
				return 0, err
			}
			if err := writeWhole(f.name(directory, m), file.Bytes(data)); err != nil {
				return 0, fmt.Errorf("writing %s: %w", f.name(directory, m), err)
			}
			n = len(data)
		}
		bytes += n
	}
	return bytes, nil
}

// name returns the name of the file of m in a directory.
func (f *sliceFiles) name(directory string, m endgame.Material) string {
	return filepath.Join(directory, pack.Canonical(m).String()+f.extension)
}

// found returns the bytes of the file of m, and whether it is there and accepted.
func (f *sliceFiles) found(directory string, m endgame.Material) (bytes int, ok bool) {
	data, err := os.ReadFile(f.name(directory, m))
	return len(data), err == nil && f.accept(m, data)
}

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
	bits := recipes[o.Metric].bits
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
func (n *Needs) add(o Options, m endgame.Material) {
	positions, c := pairPositions(m), &recipes[o.Metric]
	n.Positions += positions
	n.Memory = max(n.Memory, memoryFor(o.Metric, []endgame.Material{m}, o.Threads))
	n.Work += uint64(c.solving * float64(positions))
	if o.ValuesOnly {
		return
	}
	n.Memory = max(n.Memory, packingMemory(o.Metric, m))
	n.Work += uint64(c.packing*float64(positions)) + c.training*min(positions, largeSlice)/largeSlice
}

// Work for the bounds of a position, both of them and their files: in slices with kings, and of men alone, which are solved one
// by one.
const (
	boundsWork = 10
	menWork    = 60
)

// EstimateBounds returns what RunBounds needs with these options, if no file is there yet.
func EstimateBounds(o Options, maxKings endgame.KingLimits) Needs {
	d := boundsOf(o, maxKings)
	below := o
	below.Pieces, below.ValuesOnly = d.CompletePieces(), true
	n := Estimate(below)
	for _, class := range NewBounds(NewValues(), d).Classes() {
		for _, m := range class {
			n.Memory = max(n.Memory, boundsMemoryFor([]endgame.Material{m}, o.Threads))
			positions := pairPositions(m)
			n.Positions += positions
			n.Disk += uint64(float64(2*positions) * recipes[o.Metric].bits / 8)
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
