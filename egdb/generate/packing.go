package generate

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/egdb/pack"
)

// packedAtOnce is the number of files that are made at the same time if memory allows.
// Training a predictor uses one thread, so a second file keeps the other threads busy.
const packedAtOnce = 2

// packAll makes the files of the slices of a class.
func (r *run) packAll(ctx context.Context, class []egdb.Material) error {
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
func (r *run) pack(ctx context.Context, m egdb.Material) error {
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
