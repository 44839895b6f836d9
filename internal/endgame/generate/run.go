package generate

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
	"github.com/zonda-checkers/zonda/internal/file"
)

// Options say what Run builds, and how.
type Options struct {
	Metric     endgame.Metric
	Pieces     int               // build all slices of 2 to this number of pieces
	SidePieces int               // leave out slices in which a side has more pieces; 0 to leave out none
	Slice      *endgame.Material // if not nil, build this slice and the slices it depends on instead
	Directory  string            // for all files; Run creates it if it does not exist
	Threads    int
	Memory     uint64         // largest number of bytes of memory for the build
	KeepValues bool           // keep the working files, from which a later build can go on
	ValuesOnly bool           // make working files and no slice files
	Report     func(Progress) // may be nil

	byClass bool // make the files of every class at once, however few pieces it has: for tests
}

// Progress says how much of a build is done.
type Progress struct {
	Phase       Phase
	Slice       endgame.Material // stands for the slice and its mirror, as in the name of the file
	Done, Total uint64           // units of work, of all slices and phases: a position that is solved, or half of one in a file
	Finished    *Finished
}

// Phase is a part of the work on a slice.
type Phase uint8

// The phases. A slice is solved first, then its file is made.
const (
	Solving Phase = iota
	Packing
)

// String returns "values" or "files".
func (p Phase) String() string { return [...]string{"values", "files"}[p] }

// Finished describes a slice that has just gone through a phase.
type Finished struct {
	Positions uint64        // of the slice and its mirror
	Busy      time.Duration // time of solving, of all threads together
	Elapsed   time.Duration // time of packing; other slices may be packed at the same time
	Bytes     int           // of the slice file
	Found     bool          // an earlier build has left the file
}

// ValuesExtension ends the names of working files.
const ValuesExtension = ".values"

// lockName names what is locked in a directory while a build works there.
const lockName = "zonda-build"

// run is the state of a build.
type run struct {
	Options
	store    *store
	total    uint64
	solved   atomic.Uint64
	unsolved map[endgame.Material]bool // slices to solve
	filed    map[endgame.Material]bool // slices that have a sound file and need no values
	packed   struct {
		sync.Mutex
		positions uint64                      // of slices that have a file
		begun     map[endgame.Material]uint64 // positions that have gone through making a file, of the slices at work
	}
}

// Run solves slices class by class. The files of the slices of a class are made as soon as the class is solved; of up to
// pack.CensusPieces pieces, as soon as all slices of as many pieces are solved. A working
// file is removed when its slice has a file and no slice that is still to be solved needs its values. Every file is compared
// with the solved positions before it gets its name. Sound files that an earlier build has left in
// the directory are kept, so that an interrupted build goes on where it stopped. A directory
// has one build at a time; a second one is an error. Report is called at every step, by one
// goroutine at a time.
func Run(ctx context.Context, o Options) (err error) {
	if err := os.MkdirAll(o.Directory, 0o755); err != nil {
		return err
	}
	lock, err := file.Acquire(filepath.Join(o.Directory, lockName), file.NoWait)
	if errors.Is(err, file.ErrLocked) {
		return fmt.Errorf("%s: another build is at work in this directory", o.Directory)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	classes := plan(o.Pieces, o.SidePieces, o.Slice)
	s, closing := newStore(o.Metric)
	defer func() { err = errors.Join(err, closing()) }()
	r := newRun(o, s)
	if err := r.survey(classes); err != nil {
		return err
	}
	if err := r.fits(classes); err != nil {
		return err
	}
	var unpacked []endgame.Material
	for i, class := range classes {
		if err := r.class(ctx, class); err != nil {
			return err
		}
		if unpacked = append(unpacked, class...); o.ValuesOnly || o.together(classes, i) {
			continue
		}
		if err := r.packAll(ctx, unpacked); err != nil {
			return err
		}
		if err := r.tidy(classes, i); err != nil {
			return err
		}
		unpacked = nil
	}
	return nil
}

// together reports whether the files of class number i are made together with those of the next class.
func (o *Options) together(classes [][]endgame.Material, i int) bool {
	pieces := classes[i][0].Pieces()
	return !o.byClass && pieces <= pack.CensusPieces && i+1 < len(classes) && classes[i+1][0].Pieces() == pieces
}

func newRun(o Options, s *store) *run {
	r := &run{Options: o, store: s, unsolved: map[endgame.Material]bool{}, filed: map[endgame.Material]bool{}}
	r.packed.begun = map[endgame.Material]uint64{}
	return r
}

// fits returns an error if a slice that is to be solved or to get a file needs more memory than is allowed, and adds up the positions
// of all slices.
func (r *run) fits(classes [][]endgame.Material) error {
	for _, class := range classes {
		var unsolved, unfiled []endgame.Material
		for _, m := range class {
			r.total += pairPositions(m)
			if r.unsolved[m] {
				unsolved = append(unsolved, m)
			}
			if !r.filed[m] {
				unfiled = append(unfiled, m)
			}
		}
		if _, err := groups(unsolved, r.Memory, r.memoryFor); err != nil {
			return err
		}
		if !r.ValuesOnly && packers(r.store, unfiled, r.Memory) == 0 {
			return fmt.Errorf("making the files takes more memory than the %d MiB allowed", r.Memory>>20)
		}
	}
	return nil
}

// memoryFor returns the estimated bytes of memory for solving slices together.
func (r *run) memoryFor(together []endgame.Material) uint64 {
	return r.store.memoryFor(together, r.Threads)
}

// WorkingName returns the name of the working file of a canonical slice in a directory.
func WorkingName(directory string, m endgame.Material, metric endgame.Metric) string {
	return filepath.Join(directory, m.String()+recipes[metric].working)
}

// class solves those slices of a class that are to be solved, in groups.
func (r *run) class(ctx context.Context, class []endgame.Material) error {
	var unsolved []endgame.Material
	for _, m := range class {
		switch n := pairPositions(m); {
		case r.unsolved[m]:
			unsolved = append(unsolved, m)
		case r.filed[m]:
			r.solved.Add(n)
		default:
			r.solved.Add(n)
			r.report(Solving, m, &Finished{Positions: n, Found: true})
		}
	}
	together, err := groups(unsolved, r.Memory, r.memoryFor)
	if err != nil {
		return err
	}
	for _, group := range together {
		if err := r.solve(ctx, group); err != nil {
			return err
		}
	}
	return nil
}

// solve solves slices together and moves them to working files.
func (r *run) solve(ctx context.Context, group []endgame.Material) error {
	steps := make(chan uint64, r.Threads)
	var result error
	go func() {
		defer close(steps)
		result = r.store.solve(ctx, group, r.Threads, func(n uint64) { steps <- n })
	}()
	for n := range steps {
		r.solved.Add(n)
		r.report(Solving, group[0], nil)
	}
	if result != nil {
		return result
	}
	for _, m := range group {
		busy, err := r.store.file(r.Directory, m)
		if err != nil {
			return err
		}
		r.report(Solving, m, &Finished{Positions: pairPositions(m), Busy: busy})
	}
	return nil
}

// survey finds out what an earlier build has left. A slice with a sound file needs values only if a slice that is to be solved
// depends on it, or if the values are to be kept. All values that are needed and found are mapped.
func (r *run) survey(classes [][]endgame.Material) error {
	wanted := map[endgame.Material]bool{}
	all := slices.Concat(classes...)
	for _, m := range slices.Backward(all) { // a slice depends only on slices before it
		if !wanted[m] && !r.ValuesOnly && !r.KeepValues {
			if _, found := r.store.found(r.Directory, m); found {
				r.filed[m] = true
				continue
			}
		}
		err := r.store.open(r.Directory, m)
		switch {
		case errors.Is(err, fs.ErrNotExist) || errors.Is(err, errDamaged): // a damaged file counts as none
			r.unsolved[m] = true
			addSuccessors(wanted, m)
		case err != nil:
			return err
		}
	}
	return nil
}

// needed returns the slices of before whose values are needed to solve slices of after: all of after, or those in unsolved.
func needed(before, after [][]endgame.Material, unsolved map[endgame.Material]bool) (all []endgame.Material) {
	lower := map[endgame.Material]bool{}
	for _, m := range slices.Concat(after...) {
		if unsolved == nil || unsolved[m] {
			addSuccessors(lower, m)
		}
	}
	for _, m := range slices.Concat(before...) {
		if lower[m] {
			all = append(all, m)
		}
	}
	return all
}

// tidy removes the working files of the slices that have a file after class number last, and that no later slice to be solved
// depends on.
func (r *run) tidy(classes [][]endgame.Material, last int) error {
	if r.KeepValues {
		return nil
	}
	keep := needed(classes[:last+1], classes[last+1:], r.unsolved)
	for _, m := range slices.Concat(classes[:last+1]...) {
		if slices.Contains(keep, m) {
			continue
		}
		if err := r.store.remove(r.Directory, m); err != nil {
			return err
		}
	}
	return nil
}

// packAll makes the files of the slices of a class.
func (r *run) packAll(ctx context.Context, class []endgame.Material) error {
	group, shared := errgroup.WithContext(ctx)
	group.SetLimit(max(packers(r.store, class, r.Memory), 1)) // fits has refused what does not fit; a file that is there takes nothing
	for _, m := range class {
		if shared.Err() != nil {
			break
		}
		group.Go(func() error { return r.pack(shared, m) })
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// pack writes the files of a slice unless sound ones exist.
func (r *run) pack(ctx context.Context, m endgame.Material) error {
	began := time.Now()
	n := pairPositions(m)
	bytes, found := r.store.found(r.Directory, m)
	if !found {
		var err error
		step := func(done, total int) { r.packing(m, n*uint64(done)/uint64(total)) }
		if bytes, err = r.store.write(ctx, r.Directory, m, r.Threads, step); err != nil {
			return err
		}
	}
	r.finished(m, Finished{Positions: n, Elapsed: time.Since(began), Bytes: bytes, Found: found})
	return nil
}

// finished reports a slice that has its files.
func (r *run) finished(m endgame.Material, f Finished) {
	r.packed.Lock()
	defer r.packed.Unlock()
	delete(r.packed.begun, m)
	r.packed.positions += f.Positions
	r.report(Packing, m, &f)
}

// packing reports how many positions of a slice have gone through making its file.
func (r *run) packing(m endgame.Material, positions uint64) {
	r.packed.Lock()
	defer r.packed.Unlock()
	if positions > r.packed.begun[m] {
		r.packed.begun[m] = positions
		r.report(Packing, m, nil)
	}
}

// packingWeight is about how many times as long it takes to make the file of a slice as to solve it.
const packingWeight = 2

func (r *run) report(phase Phase, m endgame.Material, finished *Finished) {
	if r.Report == nil {
		return
	}
	done, total := r.solved.Load(), r.total
	if !r.ValuesOnly {
		packed := r.packed.positions
		for _, positions := range r.packed.begun {
			packed += positions
		}
		done, total = done+packingWeight*packed, total*(1+packingWeight)
	}
	r.Report(Progress{phase, pack.Canonical(m), done, total, finished})
}
