package train

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// parallel calls work with the numbers from 0 to n-1, on all processors, and waits for all calls. When ctx ends, it makes no
// further calls and returns the error of ctx.
func parallel(ctx context.Context, n int, work func(i int)) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range n {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			work(i)
			return nil
		})
	}
	return group.Wait()
}
