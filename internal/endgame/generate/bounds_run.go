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

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
	"github.com/zonda-checkers/zonda/internal/file"
)

// RunBounds computes the values of fewer pieces than those that maxKings limits, then the bounds of all slices of up to o.Pieces with
// up to a number of kings, both without the slices in which a side has more than o.SidePieces, and writes the files that
// egdb.Open opens. The working files of the values stay, those of the bounds are removed at the end.
// Interrupted and started again, it goes on after the last working file and keeps the sound files.
func RunBounds(ctx context.Context, o Options, maxKings endgame.KingLimits) (err error) {
	d := boundsOf(o, maxKings)
	if err := boundsFit(o, &d); err != nil {
		return err
	}
	below := o
	below.Pieces, below.ValuesOnly, below.Metric, below.Slice = d.CompletePieces(), true, endgame.WLD, nil
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
		if err := complete.open(m, WorkingName(o.Directory, m, endgame.WLD)); err != nil {
			return err
		}
	}
	b := NewBounds(complete, d)
	defer func() {
		for _, v := range b.runs {
			err = errors.Join(err, v.closeFrom(b.CompletePieces()+1))
		}
	}()
	return newRun(o, b.store()).bounds(ctx, b)
}

// bounds computes the bounds of b, which are the store of the build, and writes their files and the description.
func (r *run) bounds(ctx context.Context, b *Bounds) (err error) {
	classes := b.Classes()
	if err := r.survey(classes); err != nil {
		return err
	}
	if err := r.fits(classes); err != nil {
		return err
	}
	for _, class := range classes {
		if err := r.class(ctx, class); err != nil {
			return err
		}
	}
	// Without the description an older set of bounds is unusable, whose files are replaced from here on.
	if err := os.Remove(filepath.Join(r.Directory, endgame.BoundsName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	all := slices.Concat(classes...)
	if err := r.packAll(ctx, all); err != nil {
		return err
	}
	if err := b.describe(ctx, r.Directory, r.Threads); err != nil || r.KeepValues {
		return err
	}
	for _, m := range all {
		err = errors.Join(err, r.store.remove(r.Directory, m))
	}
	return err
}

// boundsOf returns the description of the set that a build makes, but for what the build finds.
func boundsOf(o Options, maxKings endgame.KingLimits) endgame.BoundsDescription {
	return endgame.BoundsDescription{Version: endgame.BoundsVersion, Pieces: o.Pieces, SidePieces: o.SidePieces, MaxKings: maxKings}
}

// boundsFit returns an error if the set is impossible, or if a slice that is to be solved or to get a file needs more memory than is
// allowed.
func boundsFit(o Options, d *endgame.BoundsDescription) error {
	if err := d.Check(); err != nil {
		return err
	}
	b := NewBounds(NewValues(), *d)
	r := newRun(o, b.store())
	for _, m := range slices.Concat(b.Classes()...) {
		r.unsolved[m] = !exists(b.working(o.Directory, m, blackToMove)) || !exists(b.working(o.Directory, m, whiteToMove))
	}
	return r.fits(b.Classes())
}

// exists reports whether there is a file with a name.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// working returns the name of the working file of a slice in which a side loses what is unknown.
func (b *Bounds) working(directory string, m endgame.Material, loser int) string {
	limits := strings.Trim(strings.ReplaceAll(fmt.Sprint(b.MaxKings[:m.Pieces()-b.CompletePieces()]), " ", "-"), "[]")
	return filepath.Join(directory, fmt.Sprintf("%v.k%s.%d%s", m, limits, loser, ValuesExtension))
}

// store returns the bounds as the store of a build. No files are accepted of a slice that is not solved: its bounds are needed to
// count what is known of its positions.
func (b *Bounds) store() *store {
	s := &store{solve: b.Solve, memoryFor: boundsMemoryFor, packingMemory: boundsPackingMemory}
	for loser, v := range b.runs {
		s.runs = append(s.runs, solvedRun{v, func(directory string, m endgame.Material) string { return b.working(directory, m, loser) }})
	}
	s.files = []sliceFiles{{endgame.LowerExtension, b.source(false)}, {endgame.UpperExtension, b.source(true)}}
	return s
}

// encode returns the slice file of m.
func (s boundSource) encode(ctx context.Context, m endgame.Material, threads int, step func(done, total int)) ([]byte, error) {
	return pack.Encode(ctx, s, m, pack.Options{Workers: threads, BothSides: endgame.MaxPieces, Census: s.census, Step: step})
}

// boundsMemoryFor returns the estimated bytes of memory for solving slices of bounds together.
func boundsMemoryFor(together []endgame.Material, threads int) uint64 {
	return sides * memoryFor(endgame.WLD, together, threads)
}

// exceptionEighths are the bytes of memory that making a file of bounds takes beyond that for values, for 8 positions of the slice and
// its mirror: nothing tells from the pieces alone which bounds depend on what is unknown, so that the exceptions take most.
const exceptionEighths = 12

// boundsPackingMemory returns the estimated bytes of memory for making the files of bounds of m.
func boundsPackingMemory(m endgame.Material) uint64 {
	return packingMemory(endgame.WLD, m) + exceptionEighths*pairPositions(m)/8
}

// describe writes the description of the set, whose files are there.
func (b *Bounds) describe(ctx context.Context, directory string, threads int) (err error) {
	d := b.BoundsDescription
	if d.Complete, err = endgame.Fingerprint(d.CompletePieces(), d.SidePieces, b.complete.Counts); err != nil {
		return err
	}
	for _, m := range slices.Concat(b.Classes()...) {
		m = pack.Canonical(m)
		d.Slices = append(d.Slices, boundsCounts(m, b.Knowledge(ctx, m, threads)))
		if !m.Symmetric() {
			d.Slices = append(d.Slices, boundsCounts(m.Mirror(), b.Knowledge(ctx, m.Mirror(), threads)))
		}
	}
	text, err := json.MarshalIndent(d, "", "  ")
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return writeWhole(filepath.Join(directory, endgame.BoundsName), file.Bytes(append(text, '\n')))
}

// census returns the counts of the complete values.
func (b *Bounds) census(m endgame.Material) (endgame.Counts, bool) {
	if m.Pieces() > b.CompletePieces() {
		return endgame.Counts{}, false
	}
	return b.complete.Counts(m)
}

// boundsCounts returns the counts of a slice for the description.
func boundsCounts(m endgame.Material, k Knowledge) endgame.BoundsCounts {
	return endgame.BoundsCounts{
		Slice: m.String(), Wins: k[board.Win][board.Win], Draws: k[board.Draw][board.Draw], Losses: k[board.Loss][board.Loss],
		AtLeastDraw: k[board.Draw][board.Win], AtMostDraw: k[board.Loss][board.Draw], Unknown: k[board.Loss][board.Win],
	}
}
