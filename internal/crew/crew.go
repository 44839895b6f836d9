// Package crew does many independent pieces of work at the same time. Long work (games of self-play, games of a
// match, searches of a book) hands its pieces to a [Crew] and does not know who does them: the goroutines of this
// process ([Goroutines]), or other machines (package cmd/internal/farm).
//
//	c := crew.Goroutines[int, string]{Number: 4, New: newWorker}
//	err := c.Do(ctx, crew.Pieces(1, 2, 3), func(piece int, result string) error {
//		fmt.Println(piece, result)
//		return nil
//	})
package crew

import (
	"cmp"
	"context"
	"errors"
	"iter"

	"golang.org/x/sync/errgroup"
)

// Crew does pieces of work.
type Crew[Piece, Result any] interface {
	// Do does all pieces, in any order and several at the same time. It calls done once for each piece that was done, one call
	// at a time, on any goroutine. It takes a piece from the sequence when somebody can soon begin with it. The first error of
	// the sequence, of done, or the cause of the end of ctx ends the work: pieces in progress are given up, but one that is
	// finished all the same may still be passed to done, unless done has failed. Whether the error of one piece ends the work
	// at once or after all others is up to the crew.
	Do(ctx context.Context, pieces iter.Seq2[Piece, error], done func(Piece, Result) error) error
}

// Worker does pieces one after the other. Only one goroutine may use it at a time.
type Worker[Piece, Result any] interface {
	// Do does a piece. If ctx ends before, it returns an error.
	Do(ctx context.Context, piece Piece) (Result, error)
	Close() error
}

// Task is a Worker that needs nothing but a function.
type Task[Piece, Result any] func(ctx context.Context, piece Piece) (Result, error)

// Do calls the function.
func (t Task[Piece, Result]) Do(ctx context.Context, piece Piece) (Result, error) {
	return t(ctx, piece)
}

// Close does nothing.
func (Task[Piece, Result]) Close() error { return nil }

// Pieces returns the sequence of the given pieces.
func Pieces[Piece any](pieces ...Piece) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		for _, piece := range pieces {
			if !yield(piece, nil) {
				return
			}
		}
	}
}

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
