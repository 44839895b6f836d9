package crew

import (
	"cmp"
	"context"
	"errors"
	"iter"

	"golang.org/x/sync/errgroup"
)

// Goroutines is a crew in this process. The first error of a piece ends the work.
type Goroutines[Piece, Result any] struct {
	Number int                                   // of goroutines; less than 1 counts as 1
	New    func() (Worker[Piece, Result], error) // called once by each goroutine
}

// outcome is a piece that is done.
type outcome[Piece, Result any] struct {
	piece  Piece
	result Result
}

// Do does what Crew.Do says. While done is called, the goroutines go on with other pieces.
func (g Goroutines[Piece, Result]) Do(ctx context.Context, pieces iter.Seq2[Piece, error], done func(Piece, Result) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	group, ctx := errgroup.WithContext(ctx)
	dealt, outcomes := make(chan Piece), make(chan outcome[Piece, Result])
	group.Go(func() error {
		defer close(dealt)
		return deal(ctx, pieces, dealt)
	})
	for range max(1, g.Number) {
		group.Go(func() error { return g.work(ctx, dealt, outcomes) })
	}
	go func() {
		_ = group.Wait() // the error is looked at below
		close(outcomes)
	}()
	var over error
	for o := range outcomes {
		if over != nil {
			continue // until the goroutines have ended
		}
		if over = done(o.piece, o.result); over != nil {
			stop(over)
		}
	}
	return cmp.Or(over, group.Wait())
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
func (g Goroutines[Piece, Result]) work(ctx context.Context, dealt <-chan Piece, outcomes chan<- outcome[Piece, Result]) (err error) {
	worker, err := g.New()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, worker.Close()) }()
	for piece := range dealt {
		result, err := worker.Do(ctx, piece)
		if err != nil && ctx.Err() != nil {
			return context.Cause(ctx) // why the work has ended, in place of what that did to the piece
		}
		if err != nil {
			return err
		}
		outcomes <- outcome[Piece, Result]{piece, result}
	}
	return nil
}
