package build

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

	"github.com/gofrs/flock"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
	"github.com/zonda-checkers/zonda/engine/file"
)

// Options say what Run builds, and how.
type Options struct {
	Metric     egdb.Metric
	Pieces     int            // all slices of 2 to so many pieces
	Slice      *egdb.Material // or this one with what it depends on
	Directory  string         // made if it is not there
	Threads    int
	Memory     uint64 // bytes that solving may take
	KeepValues bool   // keep the values files, from which larger builds go on
	ValuesOnly bool   // no slice files
	Report     func(Progress)
}

// Progress is how far a build has come. A slice and its mirror go by the name of their
// file.
type Progress struct {
	Phase       Phase
	Slice       egdb.Material
	Done, Total uint64 // positions of all slices, in this phase
	Finished    *Finished
}

// Phase is a part of the work at a slice.
type Phase uint8

// The phases. Slices of a class are solved together, then packed one by one.
const (
	Solving Phase = iota
	Packing
)

// String returns "values" or "files".
func (p Phase) String() string { return [...]string{"values", "files"}[p] }

// Finished tells of a slice with which a phase has just ended.
type Finished struct {
	Positions uint64        // of the slice and its mirror
	Busy      time.Duration // solving: of all threads together
	Elapsed   time.Duration // packing: other slices may have been packed at the same time
	Bytes     int           // of the slice file
	Found     bool          // the file was there already
}

// ValuesExtension is what the names of working files end in.
const ValuesExtension = ".values"

const lockName = "zonda-build.lock"

// run is a build under way.
type run struct {
	Options
	store  store
	total  uint64
	solved atomic.Uint64
	packed struct {
		sync.Mutex
		positions uint64
	}
}

// store is what a build computes: values or distances.
type store interface {
	Solve(ctx context.Context, materials []egdb.Material, threads int, report func(positions uint64)) error
	// file moves a solved slice to a file and returns how long the threads took to solve it.
	file(m egdb.Material, name string) (busy time.Duration, err error)
	// open maps the file of a slice.
	open(m egdb.Material, name string) error
	// extension returns what the names of files end in.
	extension() string
	// encode returns the finished file of a slice, read back and compared.
	encode(ctx context.Context, m egdb.Material, threads int) ([]byte, error)
	// holds reports whether data is the finished file of a slice.
	holds(m egdb.Material, data []byte) bool
	Close() error
}

// Run builds slices: it solves them class by class and writes a slice file each,
// read back and compared before it gets its name. Whole files found in the
// directory are kept, so that a build that was interrupted goes on where it was.
// Only one build works in a directory at a time. Report is called at every step, by
// one goroutine at a time.
func Run(ctx context.Context, o Options) (err error) {
	if err := os.MkdirAll(o.Directory, 0o755); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(o.Directory, lockName))
	locked, err := lock.TryLock()
	if err != nil {
		return fmt.Errorf("%s: %w", lock.Path(), err)
	}
	if !locked {
		return fmt.Errorf("%s: another build is at work in this directory", o.Directory)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }() // the file stays: others may hold it open
	classes := plan(o.Pieces, o.Slice)
	r := &run{Options: o, store: newStore(o.Metric)}
	defer func() { err = errors.Join(err, r.store.Close()) }()
	for _, class := range classes {
		if _, err := groups(o.Metric, class, o.Threads, o.Memory); err != nil {
			return err
		}
		for _, m := range class {
			r.total += pairPositions(m)
		}
	}
	all := slices.Concat(classes...)
	if !o.ValuesOnly && packers(o.Metric, all, o.Memory) == 0 {
		return fmt.Errorf("making the files takes more memory than the %d MiB allowed", o.Memory>>20)
	}
	for _, class := range classes {
		if err := r.class(ctx, class); err != nil {
			return err
		}
	}
	if o.ValuesOnly {
		return nil
	}
	if err := r.packAll(ctx, all); err != nil || o.KeepValues {
		return err
	}
	if err := r.store.Close(); err != nil { // mapped files cannot be removed everywhere
		return err
	}
	for _, m := range all {
		if err := os.Remove(r.working(m)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func newStore(metric egdb.Metric) store {
	if metric == egdb.WLD {
		return NewValues()
	}
	return NewDistances(metric)
}

func (r *run) name(m egdb.Material, extension string) string {
	return filepath.Join(r.Directory, m.String()+extension)
}

// working returns the name of a slice's working file.
func (r *run) working(m egdb.Material) string { return WorkingName(r.Directory, m, r.Metric) }

// WorkingName returns the name of the working file of a canonical slice in a directory.
func WorkingName(directory string, m egdb.Material, metric egdb.Metric) string {
	extension := ValuesExtension
	if metric != egdb.WLD {
		extension = "." + metric.String() + ValuesExtension
	}
	return filepath.Join(directory, m.String()+extension)
}

// class solves the slices of one class that have no values yet, in groups.
func (r *run) class(ctx context.Context, class []egdb.Material) error {
	var unsolved []egdb.Material
	for _, m := range class {
		found, err := r.open(m)
		if err != nil {
			return err
		}
		if !found {
			unsolved = append(unsolved, m)
		}
	}
	together, err := groups(r.Metric, unsolved, r.Threads, r.Memory)
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

// open maps the values of a slice if an earlier build has left them. A damaged
// file is solved anew.
func (r *run) open(m egdb.Material) (bool, error) {
	err := r.store.open(m, r.working(m))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, errDamaged):
		return false, nil
	case err != nil:
		return false, err
	}
	r.report(Solving, m, r.solved.Add(pairPositions(m)), &Finished{Positions: pairPositions(m), Found: true})
	return true, nil
}

// solve computes the values of slices and moves them to files.
func (r *run) solve(ctx context.Context, group []egdb.Material) error {
	steps := make(chan uint64, r.Threads)
	var result error
	go func() {
		defer close(steps)
		result = r.store.Solve(ctx, group, r.Threads, func(n uint64) { steps <- n })
	}()
	for n := range steps {
		r.report(Solving, group[0], r.solved.Add(n), nil)
	}
	if result != nil {
		return result
	}
	for _, m := range group {
		busy, err := r.store.file(m, r.working(m))
		if err != nil {
			return err
		}
		r.report(Solving, m, r.solved.Load(), &Finished{Positions: pairPositions(m), Busy: busy})
	}
	return nil
}

// packedAtOnce is the number of slices whose files are made at the same time where
// memory allows, for training a predictor keeps one thread busy and no more.
const packedAtOnce = 2

// packAll makes the files of all slices.
func (r *run) packAll(ctx context.Context, all []egdb.Material) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan egdb.Material)
	var working sync.WaitGroup
	for range packers(r.Metric, all, r.Memory) {
		working.Go(func() {
			for m := range next {
				if err := r.pack(ctx, m); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, m := range all {
		if ctx.Err() == nil {
			next <- m
		}
	}
	close(next)
	working.Wait()
	return context.Cause(ctx)
}

// pack writes the file of a slice unless a whole one is there.
func (r *run) pack(ctx context.Context, m egdb.Material) error {
	name := r.name(pack.Canonical(m), r.store.extension())
	began := time.Now()
	data, found := r.found(name, m)
	if !found {
		var err error
		if data, err = r.store.encode(ctx, m, r.Threads); err != nil {
			return err
		}
		if err := file.WriteWhole(name, file.Bytes(data)); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	r.packed.Lock()
	defer r.packed.Unlock()
	n := pairPositions(m)
	r.packed.positions += n
	r.report(Packing, m, r.packed.positions, &Finished{
		Positions: n, Elapsed: time.Since(began), Bytes: len(data), Found: found,
	})
	return nil
}

// found returns the file of a slice if it is there, whole, and fits what was solved.
func (r *run) found(name string, m egdb.Material) ([]byte, bool) {
	data, err := os.ReadFile(name)
	return data, err == nil && r.store.holds(m, data)
}

func (r *run) report(phase Phase, m egdb.Material, done uint64, finished *Finished) {
	if r.Report != nil {
		r.Report(Progress{phase, pack.Canonical(m), done, r.total, finished})
	}
}
