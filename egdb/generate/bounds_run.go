package generate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
	"github.com/zonda-checkers/zonda/internal/file"
)

// RunBounds computes the values of fewer pieces than those that maxKings limits, then the bounds of all slices of up to o.Pieces with
// at most so many kings, both without the slices in which a side has more than o.SidePieces, and writes the files that
// egdb.OpenBounds opens. The working files of the values stay, those of the bounds are removed at the end.
// Interrupted and started again, it goes on after the last working file and keeps the sound files.
func RunBounds(ctx context.Context, o Options, maxKings egdb.KingLimits) (err error) {
	d := boundsOf(o, maxKings)
	if err := boundsFit(o, &d); err != nil {
		return err
	}
	below := o
	below.Pieces, below.ValuesOnly, below.Metric, below.Slice = d.CompletePieces(), true, egdb.WLD, nil
	if err := Run(ctx, below); err != nil {
		return err
	}
	lock, err := file.Acquire(filepath.Join(o.Directory, lockName), file.NoWait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Release()) }()
	complete := NewValues()
	defer func() { err = errors.Join(err, complete.Close()) }()
	for _, m := range slices.Concat(plan(below.Pieces, below.SidePieces, nil)...) {
		if err := complete.open(m, WorkingName(o.Directory, m, egdb.WLD)); err != nil {
			return err
		}
	}
	r := &boundsRun{run: newRun(o, complete), complete: complete, bounds: NewBounds(complete, d)}
	defer func() { err = errors.Join(err, r.bounds.close()) }()
	for _, m := range slices.Concat(r.bounds.Classes()...) {
		r.total += pairPositions(m)
	}
	for _, class := range r.bounds.Classes() {
		if err := r.class(ctx, class); err != nil {
			return err
		}
	}
	if err := r.packAll(ctx); err != nil {
		return err
	}
	return r.tidy()
}

// boundsOf returns the description of the set that a build makes, but for what the build finds.
func boundsOf(o Options, maxKings egdb.KingLimits) egdb.BoundsDescription {
	return egdb.BoundsDescription{Version: egdb.BoundsVersion, Pieces: o.Pieces, SidePieces: o.SidePieces, MaxKings: maxKings}
}

// boundsFit returns an error if the set is impossible, or if a slice that is to be solved or to get a file needs more memory than is
// allowed.
func boundsFit(o Options, d *egdb.BoundsDescription) error {
	if err := d.Check(); err != nil {
		return err
	}
	memory := func(together []egdb.Material) uint64 { return boundsMemoryFor(together, o.Threads) }
	for _, class := range boundedClasses(d) {
		unsolved := slices.DeleteFunc(slices.Clone(class), func(m egdb.Material) bool {
			return exists(boundsWorkingName(o.Directory, d, m, blackToMove)) && exists(boundsWorkingName(o.Directory, d, m, whiteToMove))
		})
		if _, err := groups(unsolved, o.Memory, memory); err != nil {
			return err
		}
		for _, m := range class {
			if needed := boundsPackingMemory(m); needed > o.Memory {
				return fmt.Errorf("the file of the bounds of %v takes about %d MiB of memory, %d MiB are allowed", m, needed>>20+1, o.Memory>>20)
			}
		}
	}
	return nil
}

// exists reports whether there is a file with a name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// boundsWorkingName returns the name of the working file of a slice in which a side loses what is unknown.
func boundsWorkingName(directory string, d *egdb.BoundsDescription, m egdb.Material, loser int) string {
	limits := strings.Trim(strings.ReplaceAll(fmt.Sprint(d.MaxKings[:m.Pieces()-d.CompletePieces()]), " ", "-"), "[]")
	return filepath.Join(directory, fmt.Sprintf("%v.k%s.%d%s", m, limits, loser, ValuesExtension))
}

// boundsRun is the state of a build of bounds.
type boundsRun struct {
	*run
	complete *Values
	bounds   *Bounds
}

// working returns the name of the working file of a slice in which a side loses what is unknown.
func (r *boundsRun) working(m egdb.Material, loser int) string {
	return boundsWorkingName(r.Directory, &r.bounds.BoundsDescription, m, loser)
}

// close unmaps the working files.
func (b *Bounds) close() (err error) {
	for pieces := b.CompletePieces() + 1; pieces <= b.Pieces; pieces++ {
		err = errors.Join(err, b.runs[blackToMove].closeOnly(pieces), b.runs[whiteToMove].closeOnly(pieces))
	}
	return err
}

// class solves the slices of a class that have no working files, and moves them to such files.
func (r *boundsRun) class(ctx context.Context, class []egdb.Material) error {
	var unsolved []egdb.Material
	for _, m := range class {
		found, err := r.open(m)
		if err != nil {
			return err
		}
		if !found {
			unsolved = append(unsolved, m)
			continue
		}
		r.solved.Add(pairPositions(m))
		r.report(Solving, m, &Finished{Positions: pairPositions(m), Found: true})
	}
	all, err := groups(unsolved, r.Memory, func(together []egdb.Material) uint64 { return boundsMemoryFor(together, r.Threads) })
	if err != nil {
		return err
	}
	for _, together := range all {
		if err := r.solve(ctx, together); err != nil {
			return err
		}
	}
	return nil
}

// solve solves slices together and moves them to working files.
func (r *boundsRun) solve(ctx context.Context, together []egdb.Material) error {
	if err := r.solving(together[0], func(report func(positions uint64)) error {
		return r.bounds.Solve(ctx, together, r.Threads, report)
	}); err != nil {
		return err
	}
	for _, m := range together {
		var busy time.Duration
		for loser, v := range r.bounds.runs {
			took, err := v.file(m, r.working(m, loser))
			if err != nil {
				return err
			}
			busy += took
		}
		r.report(Solving, m, &Finished{Positions: pairPositions(m), Busy: busy})
	}
	return nil
}

// open maps the working files of a slice and reports whether an earlier build has left them.
func (r *boundsRun) open(m egdb.Material) (bool, error) {
	for loser, v := range r.bounds.runs {
		if found, err := opened(v, m, r.working(m, loser)); err != nil || !found {
			return false, err
		}
	}
	return true, nil
}

// packAll writes the files of all slices, and the description at the end.
func (r *boundsRun) packAll(ctx context.Context) error {
	d := r.bounds.BoundsDescription
	below, err := egdb.Fingerprint(d.CompletePieces(), d.SidePieces, r.complete.Counts)
	if err != nil {
		return err
	}
	if err := removeDescription(r.Directory); err != nil {
		return err
	}
	d.Complete = below
	for _, m := range slices.Concat(r.bounds.Classes()...) {
		if err := r.pack(ctx, m); err != nil {
			return err
		}
		m = pack.Canonical(m)
		d.Slices = append(d.Slices, boundsCounts(m, r.bounds.Knowledge(ctx, m, r.Threads)))
		if !m.Symmetric() {
			d.Slices = append(d.Slices, boundsCounts(m.Mirror(), r.bounds.Knowledge(ctx, m.Mirror(), r.Threads)))
		}
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return writeWhole(filepath.Join(r.Directory, egdb.BoundsName), file.Bytes(append(text, '\n')))
}

// pack writes both files of a slice, unless there are sound ones.
func (r *boundsRun) pack(ctx context.Context, m egdb.Material) error {
	began, bytes, n, kept := time.Now(), 0, pairPositions(m), 0
	for i, bound := range []boundSource{r.bounds.source(false), r.bounds.source(true)} {
		name := r.name(pack.Canonical(m), [...]string{egdb.LowerExtension, egdb.UpperExtension}[i])
		data, err := os.ReadFile(name)
		if err == nil && bound.holds(m, data) {
			kept++
		} else {
			if data, err = pack.Encode(ctx, bound, m, pack.Options{
				Workers: r.Threads, BothSides: egdb.MaxPieces, Census: r.census,
				Step: func(done, total int) { r.packing(m, n*uint64(i)/2+n*uint64(done)/uint64(2*total)) },
			}); err != nil {
				return err
			}
			if err := writeWhole(name, file.Bytes(data)); err != nil {
				return err
			}
		}
		bytes += len(data)
	}
	r.finished(m, Finished{Positions: n, Elapsed: time.Since(began), Bytes: bytes, Found: kept == 2})
	return nil
}

// census returns the counts of the complete values.
func (r *boundsRun) census(m egdb.Material) (egdb.Counts, bool) {
	if m.Pieces() > r.bounds.CompletePieces() {
		return egdb.Counts{}, false
	}
	return r.complete.Counts(m)
}

// tidy removes the working files of the bounds.
func (r *boundsRun) tidy() error {
	if r.KeepValues {
		return nil
	}
	err := r.bounds.close() // some systems do not remove mapped files
	for _, m := range slices.Concat(r.bounds.Classes()...) {
		for loser := range sides {
			err = errors.Join(err, os.Remove(r.working(m, loser)))
		}
	}
	return err
}

// boundsCounts returns the counts of a slice for the description.
func boundsCounts(m egdb.Material, k Knowledge) egdb.BoundsCounts {
	return egdb.BoundsCounts{
		Slice: m.String(), Wins: k[board.Win][board.Win], Draws: k[board.Draw][board.Draw], Losses: k[board.Loss][board.Loss],
		AtLeastDraw: k[board.Draw][board.Win], AtMostDraw: k[board.Loss][board.Draw], Unknown: k[board.Loss][board.Win],
	}
}

// removeDescription makes an older set of bounds in a directory unusable, before its files are replaced.
func removeDescription(directory string) error {
	err := os.Remove(filepath.Join(directory, egdb.BoundsName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}
