package jobs

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/search/proof"
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
func (p *Producer) items(job work.Job, t prooftree.Terms, show func(string)) *work.Crew[tree.Item, proof.Result] {
	return &work.Crew[tree.Item, proof.Result]{
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
		Check: func(item tree.Item, r proof.Result) error {
			q, err := item.Question()
			if err != nil {
				return err
			}
			return r.Check(q, t.Leaves) // the manager checks the certificate
		},
	}
}

// treeQueue is a tree.Queue to the workers of a server.
type treeQueue struct {
	items    *work.Crew[tree.Item, proof.Result]
	terms    prooftree.Terms
	exchange *work.Exchange[tree.Item, proof.Result]
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
		q.last++
		results = append(results, tree.Result{
			Item: o.Piece, Sequence: q.last, Worker: "worker " + cli.Fit(o.Worker, mostName), Result: o.Result,
			Failed: o.Failed, Final: o.Failed != "",
		})
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
