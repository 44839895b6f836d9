package tree

import "context"

// Queue carries items to workers and results back. One goroutine at a time may use it.
//
// An item that was published ends in at least one Result, however often workers end before it: a queue gives the item to
// another worker, and after some failures it makes a Result with Failed and Final itself. Results may come late, in any
// order and more than once.
//
// The queue numbers the results: Sequence ascends by 1. A queue whose results survive the end of the program begins
// again behind the number that Begin is given, and so repeats none that was applied and omits none.
type Queue interface {
	// Begin is called once, before all others, with the number of the last result that the store contains.
	Begin(ctx context.Context, applied uint64) error
	// Workers returns how many items are worked on at once, at least 1. The number may change.
	Workers() int
	// Publish hands over an item. It does not wait for a worker.
	Publish(ctx context.Context, item Item) error
	// Receive waits for results and returns at least one, unless about a second has passed without any. It returns the
	// error of ctx if ctx ends first.
	Receive(ctx context.Context) ([]Result, error)
}
