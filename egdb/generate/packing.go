package generate

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
	"github.com/zonda-checkers/zonda/internal/file"
)

// packedAtOnce is the number of files that are made at the same time if memory allows.
// Training a predictor uses one thread, so a second file keeps the other threads busy.
const packedAtOnce = 2

// packAll makes the files of the slices of a class.
func (r *run) packAll(ctx context.Context, class []egdb.Material) error {
	group, shared := errgroup.WithContext(ctx)
	group.SetLimit(max(packers(r.Metric, class, r.Memory), 1)) // fits has refused what does not fit; a file that is there takes nothing
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

// pack writes the file of a slice unless a sound one exists.
func (r *run) pack(ctx context.Context, m egdb.Material) error {
	name := r.name(pack.Canonical(m), r.store.extension())
	began := time.Now()
	n := pairPositions(m)
	data, found := r.found(name, m)
	if !found {
		var err error
		step := func(done, total int) { r.packing(m, n*uint64(done)/uint64(total)) }
		if data, err = r.store.encode(ctx, m, r.Threads, step); err != nil {
			return err
		}
		if err := writeWhole(name, file.Bytes(data)); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
	}
	r.finished(m, Finished{Positions: n, Elapsed: time.Since(began), Bytes: len(data), Found: found})
	return nil
}

// finished reports a slice that has its files.
func (r *run) finished(m egdb.Material, f Finished) {
	r.packed.Lock()
	defer r.packed.Unlock()
	delete(r.packed.begun, m)
	r.packed.positions += f.Positions
	r.report(Packing, m, &f)
}

// packing reports how many positions of a slice have gone through making its file.
func (r *run) packing(m egdb.Material, positions uint64) {
	r.packed.Lock()
	defer r.packed.Unlock()
	if positions > r.packed.begun[m] {
		r.packed.begun[m] = positions
		r.report(Packing, m, nil)
	}
}

// found returns the file of a slice, and whether it exists and fits the slice if that is solved.
func (r *run) found(name string, m egdb.Material) ([]byte, bool) {
	data, err := os.ReadFile(name)
	return data, err == nil && r.store.accept(m, data)
}

// packingWeight is about how many times as long it takes to make the file of a slice as to solve it.
const packingWeight = 2

func (r *run) report(phase Phase, m egdb.Material, finished *Finished) {
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
