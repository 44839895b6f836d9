package jobs

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// TreeQueues returns what makes the queues of a proof tree: its items go to the workers of the server.
func (f Flags) TreeQueues() prooftree.Elsewhere {
	return func(ctx context.Context, t prooftree.Terms, out *cli.Meter, show func(string)) (func() prooftree.Queue, func(), error) {
		if t.Table > mostTableMiB {
			return nil, nil, fmt.Errorf("table: a worker takes at most %d MiB for an item, not %d", mostTableMiB, t.Table)
		}
		return produce(ctx, f, out, func(p *Producer) (func() prooftree.Queue, error) {
			job, err := p.proofJob(t.Leaves)
			if err == nil {
				job.Producer, err = work.ProducerName(Proof, t.Store)
			}
			items := p.items(job, t, show)
			return func() prooftree.Queue { return &treeQueue{items: items, terms: t} }, err
		})
	}
}

// items returns the crew of the items of a tree.
func (p *Producer) items(job work.Job, t prooftree.Terms, show func(string)) *work.Crew[tree.Item, proofOutput] {
	return &work.Crew[tree.Item, proofOutput]{
		Link: p.Link, Job: job,
		Progress: func(seen work.Progress) {
			p.progress(seen)
			show(seen.String())
		},
		Input: func(_ context.Context, item tree.Item) (any, uint64, error) {
			q, err := item.Question()
			return proofInput{
				Position: q.Position, Attacker: q.Attacker, Budget: item.Budget, Seed: item.Seed, Table: t.Table, Leaves: t.Leaves,
			}, item.Budget, err
		},
		Check: func(item tree.Item, found proofOutput) error {
			_, err := treeResult(item, found, t.Leaves)
			return err // the manager checks the certificate
		},
	}
}

// treeResult returns what a worker has found for an item.
func treeResult(item tree.Item, found proofOutput, leaves certificate.Leaves) (tree.Result, error) {
	q, err := item.Question()
	if err != nil {
		return tree.Result{}, err
	}
	r, err := found.result(q, leaves)
	if err != nil {
		return tree.Result{}, err
	}
	result := prooftree.ResultOf(r, q)
	result.Item = item
	return result, nil
}

// treeQueue is a tree.Queue to the workers of a server.
type treeQueue struct {
	items    *work.Crew[tree.Item, proofOutput]
	terms    prooftree.Terms
	exchange *work.Exchange[tree.Item, proofOutput]
	last     uint64 // sequence of the last result received
}

// Begin begins to listen to results.
func (q *treeQueue) Begin(ctx context.Context, applied uint64) (err error) {
	q.last = applied
	q.exchange, err = work.NewExchange(ctx, q.items)
	return err
}

// Workers returns the number that the terms say, or else how many threads all workers have.
func (q *treeQueue) Workers() int {
	if q.terms.Workers > 0 {
		return q.terms.Workers
	}
	return max(1, q.exchange.Threads())
}

// Publish hands over an item.
func (q *treeQueue) Publish(ctx context.Context, item tree.Item) error {
	return q.exchange.Publish(ctx, item)
}

// Receive returns the results that have come. The manager has stored those of the last call.
func (q *treeQueue) Receive(ctx context.Context) (results []tree.Result, err error) {
	outcomes, err := q.exchange.Receive(ctx)
	for _, o := range outcomes {
		r, err := treeResult(o.Piece, o.Result, q.terms.Leaves)
		if o.Failed != "" {
			r, err = tree.Result{Item: o.Piece, Failed: o.Failed, Final: true}, nil
		}
		if err != nil {
			return nil, err
		}
		q.last++
		r.Sequence, r.Worker = q.last, "worker "+cli.Fit(o.Worker, mostName)
		results = append(results, r)
	}
	return results, err
}

// mostName is the most letters of a worker's name that the store keeps.
const mostName = 64

// Close ends the queue.
func (q *treeQueue) Close(finished bool) {
	if q.exchange != nil {
		q.exchange.Close(finished)
	}
}
