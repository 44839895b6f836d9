package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/file"
)

// RunBounds computes the values of fewer pieces than o.Pieces, then the bounds of all slices of o.Pieces with at most maxKings
// kings, and writes the files that egdb.OpenBounds opens. The working files of the values stay. Interrupted and started
// again, it solves the bounds anew and keeps the sound files.
func RunBounds(ctx context.Context, o Options, maxKings int) (err error) {
	below := o
	below.Pieces, below.ValuesOnly, below.Metric, below.Slice = o.Pieces-1, true, egdb.WLD, nil
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
	for _, m := range slices.Concat(plan(below.Pieces, nil)...) {
		if err := complete.open(m, WorkingName(o.Directory, m, egdb.WLD)); err != nil {
			return err
		}
	}
	r := &run{Options: o}
	b := NewBounds(complete, o.Pieces, maxKings)
	if err := r.solveBounds(ctx, b); err != nil {
		return err
	}
	return r.packBounds(ctx, complete, b, maxKings)
}

// solveBounds solves all classes.
func (r *run) solveBounds(ctx context.Context, b *Bounds) error {
	for _, m := range slices.Concat(b.Classes()...) {
		r.total += pairPositions(m)
	}
	for _, class := range b.Classes() {
		if needed := 2 * memoryFor(egdb.WLD, class, r.Threads); needed > r.Memory {
			return fmt.Errorf("bounds of the slices with %d kings take about %d MiB of memory, %d MiB are allowed",
				class[0].Kings(), needed>>20+1, r.Memory>>20)
		}
		began := time.Now()
		steps := make(chan uint64, r.Threads)
		var result error
		go func() {
			defer close(steps)
			result = b.Solve(ctx, class, r.Threads, func(n uint64) { steps <- n })
		}()
		for n := range steps {
			r.solved.Add(n)
			r.report(Solving, class[0], nil)
		}
		if result != nil {
			return result
		}
		all := uint64(0)
		for _, m := range class {
			all += pairPositions(m)
		}
		busy := time.Since(began) * time.Duration(r.Threads)
		for _, m := range class {
			share := float64(pairPositions(m)) / float64(all)
			r.report(Solving, m, &Finished{
				Positions: pairPositions(m), Busy: time.Duration(share * float64(busy)),
			})
		}
	}
	return nil
}

// packBounds writes the files of all slices, and the description at the end.
func (r *run) packBounds(ctx context.Context, complete *Values, b *Bounds, maxKings int) error {
	below, err := egdb.Fingerprint(r.Pieces-1, complete.Counts)
	if err != nil {
		return err
	}
	if err := removeDescription(r.Directory); err != nil {
		return err
	}
	d := egdb.BoundsDescription{Version: egdb.BoundsVersion, Pieces: r.Pieces, MaxKings: maxKings, Complete: below}
	for _, m := range slices.Concat(b.Classes()...) {
		began, bytes := time.Now(), 0
		m = pack.Canonical(m)
		for extension, source := range map[string]pack.Source{egdb.LowerExtension: b.Lower(), egdb.UpperExtension: b.Upper()} {
			data, err := pack.Encode(ctx, source, m, pack.Options{
				Workers: r.Threads, BothSides: egdb.MaxPieces, Census: func(of egdb.Material) (egdb.Counts, bool) {
					if of.Pieces() == r.Pieces {
						return egdb.Counts{}, false
					}
					return complete.Counts(of)
				},
			})
			if err == nil {
				bytes += len(data)
				err = writeWhole(r.name(m, extension), file.Bytes(data))
			}
			if err != nil {
				return err
			}
		}
		d.Slices = append(d.Slices, boundsCounts(m, b.Knowledge(m)))
		if !m.Symmetric() {
			d.Slices = append(d.Slices, boundsCounts(m.Mirror(), b.Knowledge(m.Mirror())))
		}
		r.packed.positions += pairPositions(m)
		r.report(Packing, m, &Finished{Positions: pairPositions(m), Elapsed: time.Since(began), Bytes: bytes})
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
