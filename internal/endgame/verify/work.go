package verify

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/board"
)

// portion is the number of positions that a goroutine takes at a time. It is a multiple of the
// positions in a word of a table or set, so that no two goroutines write to the same word. It
// is small enough that the end of a context is noticed soon, however slow a probe is.
const portion = 1 << 14

// inPortions calls work for all numbers below total, in portions, on several goroutines. It
// returns the first error, or the reason why ctx ended.
func inPortions(ctx context.Context, threads int, total uint64, work func(from, to uint64) error) error {
	group, shared := errgroup.WithContext(ctx)
	group.SetLimit(threads)
	for from := uint64(0); from < total && shared.Err() == nil; from += portion {
		group.Go(func() error { return work(from, min(from+portion, total)) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// work holds the fields that the verification of values and the verification of distances have in common.
type work struct {
	Options
	meter meter
	kept  uint64 // bytes of the tables of verified slices
}

// newWork returns work with these options and, unless they say how many, a thread for each CPU.
func newWork(o Options) work {
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	return work{Options: o, meter: meter{report: o.Report}}
}

// visit passes every position of a slice, with its number, to a function, on several
// goroutines. It asks newVisitor for a function for each portion.
func (w *work) visit(ctx context.Context, x *index, phase Phase, newVisitor func() visitor) error {
	w.meter.start(x.material, phase, x.size())
	return inPortions(ctx, w.Threads, x.size(), func(from, to uint64) error {
		visit := newVisitor()
		for rank, p := range x.positions(from, to) {
			if err := visit(rank, p); err != nil {
				return err
			}
		}
		w.meter.add(to - from)
		return nil
	})
}

// visitor is called with a position, which has Black to move, and its number.
type visitor func(rank uint64, p board.Position) error

// asked returns the position to ask the prober for: p or, for every other number, the mirror
// of p with White to move, which has the same answer.
func asked(rank uint64, p board.Position) board.Position {
	if rank%2 != 0 {
		return p.Mirror()
	}
	return p
}

// reserve reports whether there is memory to keep a table of the given number of bytes. If there is, it reserves
// the memory.
func (w *work) reserve(bytes uint64) bool {
	if w.Memory != 0 && w.kept+bytes > w.Memory {
		return false
	}
	w.kept += bytes
	return true
}
