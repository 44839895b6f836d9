package crew

import (
	"context"
	"errors"
	"iter"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Goroutines is a crew in this process. The first error of a piece ends the work.
type Goroutines[Piece, Result any] struct {
	Number int                                   // of goroutines; less than 1 counts as 1
	New    func() (Worker[Piece, Result], error) // called once by each goroutine
}

// Do does what Crew.Do says.
func (g Goroutines[Piece, Result]) Do(ctx context.Context, pieces iter.Seq2[Piece, error], done func(Piece, Result) error) error {
	group, ctx := errgroup.WithContext(ctx)
	dealt := make(chan Piece)
	group.Go(func() error {
		defer close(dealt)
		return deal(ctx, pieces, dealt)
	})
	var finishing sync.Mutex
	for range max(1, g.Number) {
		group.Go(func() error {
			return g.work(ctx, dealt, func(piece Piece, result Result) error {
				finishing.Lock()
				defer finishing.Unlock()
				if ctx.Err() != nil { // another call of done has ended the work
					return context.Cause(ctx)
				}
				return done(piece, result)
			})
		})
	}
	return group.Wait()
}

// deal hands out the pieces in their order.
func deal[Piece any](ctx context.Context, pieces iter.Seq2[Piece, error], dealt chan<- Piece) error {
	for piece, err := range pieces {
		if err != nil {
			return err
		}
		select {
		case dealt <- piece:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}

// work does pieces until there are no more.
func (g Goroutines[Piece, Result]) work(ctx context.Context, dealt <-chan Piece, done func(Piece, Result) error) (err error) {
	worker, err := g.New()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, worker.Close()) }()
	for piece := range dealt {
		result, err := worker.Do(ctx, piece)
		if ctx.Err() != nil {
			return context.Cause(ctx) // why the work has ended, in place of what it did to the piece
		}
		if err != nil {
			return err
		}
		if err := done(piece, result); err != nil {
			return err
		}
	}
	return nil
}
