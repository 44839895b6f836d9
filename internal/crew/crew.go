package crew

import (
	"context"
	"iter"
)

// Crew does pieces of work.
type Crew[Piece, Result any] interface {
	// Do does all pieces, in any order and several at the same time. It calls done once for each piece that was done,
	// one call at a time, on any goroutine. It takes a piece from the sequence when somebody can soon begin with it.
	// The first error of the sequence, of done, or the cause of the end of ctx ends the work: pieces in progress are
	// given up, but one that is finished all the same may still be passed to done, unless done has failed. Whether the error of one piece ends the work at once or after all others is up to the crew.
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
