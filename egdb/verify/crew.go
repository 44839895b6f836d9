package verify

import (
	"context"
	"sync"
	"sync/atomic"
)

// portion is how many positions a goroutine takes at a time: a multiple of what a
// word of a table or set holds, so that no two goroutines write to the same word, and
// few enough that a cancelled context is seen soon whatever a probe costs.
const portion = 1 << 14

// crew is a number of goroutines that share work.
type crew int

// each calls work for all numbers below total, in portions, and returns the first
// error or why ctx ended.
func (c crew) each(ctx context.Context, total uint64, work func(from, to uint64) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var taken atomic.Uint64
	var group sync.WaitGroup
	for range c {
		group.Go(func() {
			for ctx.Err() == nil {
				to := taken.Add(portion)
				from := to - portion
				if from >= total {
					return
				}
				if err := work(from, min(to, total)); err != nil {
					stop(err)
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}
