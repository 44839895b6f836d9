package prooftree

import (
	"context"

	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// ordered is a queue whose results come one at a time, in the order in which the items were published. Then the tree does
// not depend on who is faster, and is the same on every machine if the number of workers is the same. A worker may have to
// wait for a slower one.
type ordered struct {
	tree.Queue
	out  []string               // items that were published, without those received
	came map[string]tree.Result // results that wait for their turn
	last uint64                 // sequence of the last result received
}

func newOrdered(q tree.Queue) *ordered { return &ordered{Queue: q, came: map[string]tree.Result{}} }

// Begin begins the queue below.
func (q *ordered) Begin(ctx context.Context, applied uint64) error {
	q.last = applied
	return q.Queue.Begin(ctx, applied)
}

// Publish hands over an item.
func (q *ordered) Publish(ctx context.Context, item tree.Item) error {
	q.out = append(q.out, item.ID)
	return q.Queue.Publish(ctx, item)
}

// Receive returns the result of the item that was published first, if it has come.
func (q *ordered) Receive(ctx context.Context) ([]tree.Result, error) {
	if len(q.out) == 0 || !q.has(q.out[0]) {
		results, err := q.Queue.Receive(ctx)
		if err != nil {
			return nil, err
		}
		for _, r := range results {
			q.came[r.Item.ID] = r
		}
	}
	if len(q.out) == 0 || !q.has(q.out[0]) {
		return nil, nil
	}
	r := q.came[q.out[0]]
	delete(q.came, q.out[0])
	q.out = q.out[1:]
	q.last++
	r.Sequence = q.last
	return []tree.Result{r}, nil
}

// has reports whether the result of an item has come.
func (q *ordered) has(id string) bool {
	_, found := q.came[id]
	return found
}
