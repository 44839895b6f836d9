package prooftree

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// Queue is a queue of items that has an end.
type Queue interface {
	tree.Queue
	// Close ends the queue. If finished is true, the goal is answered, and results that did not come are not wanted.
	Close(finished bool)
}

// Terms are what all items of a store have in common.
type Terms struct {
	Store   string // the file
	Leaves  certificate.Leaves
	Table   int // MiB of an item
	Workers int // items that are worked on at once; 0 for as many as there are threads
}

// Elsewhere returns what makes queues to other machines, one queue for each claim, and what ends that. It shows what the
// machines do.
type Elsewhere func(ctx context.Context, t Terms, out *cli.Meter, show func(string)) (newQueue func() Queue, closeAll func(), err error)

// localQueue is a queue to goroutines.
type localQueue struct{ *tree.Local }

// Close ends the goroutines.
func (q localQueue) Close(bool) { q.Local.Close() }

// queues returns what makes the queues of the claims, and what ends that.
func (v *server) queues(ctx context.Context) (newQueue func() Queue, closeAll func(), err error) {
	newQueue, closeAll = func() Queue { return localQueue{newLocal(v.library, v.versions, v.workers(), v.table())} }, func() {}
	if v.Elsewhere != nil {
		terms := Terms{Store: v.Store, Leaves: leavesOf(v.versions), Table: v.table(), Workers: v.Workers}
		if v.Ordered {
			terms.Workers = v.workers()
		}
		newQueue, closeAll, err = v.Elsewhere(ctx, terms, v.display.meter, func(text string) { v.display.machines = text })
	}
	if err != nil || !v.Ordered {
		return newQueue, closeAll, err
	}
	inner := newQueue
	return func() Queue { return newOrdered(inner()) }, closeAll, nil
}
