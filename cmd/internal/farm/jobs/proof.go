package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs/prooftree"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// Proof is the kind of work that answers questions of proofs.
const Proof = "proof"

// proofInput is the input of a task.
type proofInput struct {
	Position board.Position     `json:"position"`
	Attacker board.Color        `json:"attacker"`
	Budget   uint64             `json:"budget"` // nodes
	Seed     uint64             `json:"seed,omitempty"`
	Table    int                `json:"table"` // MiB
	Leaves   certificate.Leaves `json:"leaves"`
	Time     time.Duration      `json:"time,omitempty"` // nanoseconds from when a worker begins; 0 for no limit
}

// solverName returns what the needs of a proof name: the solver with its databases.
func solverName(l certificate.Leaves) string {
	return fmt.Sprintf("solver %s with the databases of %d pieces that have the sum %08x", prooftree.SolverVersion, l.Pieces, l.Sum)
}

// Solvers returns the names of the solvers that a worker has with its databases.
func Solvers(l *egdb.DB) (names []string) {
	for pieces := 1; pieces <= l.Complete(); pieces++ {
		names = append(names, solverName(certificate.Leaves{Pieces: pieces, Sum: l.Sum(pieces)}))
	}
	return names
}

// prover does tasks of proofs.
type prover struct {
	tools    Tools
	settings proofSettings
	solver   *proof.Solver // for the settings
}

// proofSettings are those of a solver.
type proofSettings struct {
	leaves certificate.Leaves
	table  int
	seed   uint64
}

// Do answers the question of a task with a proof.Result.
func (p *prover) Do(ctx context.Context, data json.RawMessage) (any, error) {
	input, q, err := readInput(data, proofInput.question)
	if err != nil {
		return nil, err
	}
	if err := p.tools.allow(1, input.Table); err != nil {
		return nil, farm.Refusal{Err: err}
	}
	if l, have := input.Leaves, p.tools.Leaves; l.Pieces > have.Complete() || l.Sum != have.Sum(l.Pieces) {
		return nil, farm.Refusal{Err: fmt.Errorf("this worker does not have the databases of %d pieces with the sum %08x", l.Pieces, l.Sum)}
	}
	limited := ctx
	if input.Time > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, input.Time)
		defer cancel()
	}
	r := p.solverFor(proofSettings{input.Leaves, input.Table, input.Seed}).Solve(limited, q, input.Budget)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return r, nil
}

// solverFor returns a solver with settings. It keeps the last one, because new memory takes time; a thread
// without work ends its prover, and with it the memory.
func (p *prover) solverFor(s proofSettings) *proof.Solver {
	if p.solver == nil || p.settings != s {
		p.settings, p.solver = s, nil // the old memory may go before the new one comes
		p.solver = proof.NewSolver(p.tools.Leaves, s.leaves, proof.Options{Table: s.table, Seed: s.seed})
	}
	return p.solver
}

// Close does nothing: the databases belong to the worker.
func (p *prover) Close() error { return nil }

// question returns the question of a task, which it checks.
func (i proofInput) question() (q certificate.Question, err error) {
	switch {
	case i.Attacker != board.Black && i.Attacker != board.White:
		return q, fmt.Errorf("attacker %d is not %d or %d", i.Attacker, board.Black, board.White)
	case i.Budget < 1:
		return q, errors.New("budget 0 is less than 1")
	case i.Table < 1:
		return q, fmt.Errorf("table %d is less than 1", i.Table)
	case i.Leaves.Pieces < 1:
		return q, fmt.Errorf("leaves of %d pieces: less than 1", i.Leaves.Pieces)
	case i.Time < 0:
		return q, fmt.Errorf("time %v is negative", i.Time)
	}
	q.Position, q.Attacker = i.Position, i.Attacker
	return q, nil
}

// Provers returns who answers the questions about one position, with a table of up to table MiB each: the workers of the server.
func (f Flags) Provers(ctx context.Context, about string, leaves certificate.Leaves, table int, known check.Known, out io.Writer) (
	pool.Pool[proofs.Question, proof.Result], func(), error) {
	return produce(ctx, f, cli.NewMeter(out), func(p *Producer) (pool.Pool[proofs.Question, proof.Result], error) {
		job, err := p.proofJob(leaves, table)
		if err == nil {
			job.Producer, err = farm.ProducerOf(Proof, about)
		}
		return p.provers(job, known), err
	})
}

// proofJob returns the job of a proof, without its producer.
func (p *Producer) proofJob(leaves certificate.Leaves, table int) (farm.Job, error) {
	job, err := p.job(Proof, "")
	job.Needs.Solver, job.Needs.Memory, job.Abandon = solverName(leaves), table, true
	return job, err
}

func (p *Producer) provers(job farm.Job, known check.Known) *farm.Pool[proofs.Question, proof.Result] {
	return &farm.Pool[proofs.Question, proof.Result]{
		Link: p.Link, Job: job, Progress: p.progress,
		Input: func(_ context.Context, q proofs.Question) (any, uint64, error) {
			return proofInput{
				Position: q.Position, Attacker: q.Attacker, Budget: q.Budget, Table: q.Table, Leaves: q.Leaves, Time: q.Time,
			}, q.Budget, nil
		},
		Check: func(q proofs.Question, r proof.Result) error {
			if err := r.Check(q.Question, q.Leaves); err != nil || r.Answer == proof.Unknown {
				return err
			}
			c, err := certificate.Decode(r.Certificate)
			if err != nil {
				return err
			}
			return check.Check(c, known)
		},
	}
}

// TreeQueues returns what makes the queues of a proof tree: its items go to the workers of the server.
func (f Flags) TreeQueues(ctx context.Context, t prooftree.Terms, out *cli.Meter, show func(string)) (func() tree.Queue, func(), error) {
	return produce(ctx, f, out, func(p *Producer) (func() tree.Queue, error) {
		job, err := p.proofJob(t.Leaves, t.Table)
		if err == nil {
			job.Output = t.Store
			job.Producer, err = farm.ProducerName(Proof, t.Store)
		}
		items := p.items(job, t, show)
		return func() tree.Queue { return &treeQueue{items: items, terms: t} }, err
	})
}

// items returns the pool of the items of a tree.
func (p *Producer) items(job farm.Job, t prooftree.Terms, show func(string)) *farm.Pool[tree.Item, proof.Result] {
	return &farm.Pool[tree.Item, proof.Result]{
		Link: p.Link, Job: job,
		Progress: func(seen farm.Progress) {
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
	items    *farm.Pool[tree.Item, proof.Result]
	terms    prooftree.Terms
	exchange *farm.Exchange[tree.Item, proof.Result]
	last     uint64 // sequence of the last result received
}

// Begin begins to listen to results.
func (q *treeQueue) Begin(ctx context.Context, applied uint64) (err error) {
	q.last = applied
	q.exchange, err = farm.NewExchange(ctx, q.items)
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
			Item: o.Task, Sequence: q.last, Worker: "worker " + cli.Fit(o.Worker, maxName), Result: o.Result,
			Failed: o.Failed, Final: o.Failed != "",
		})
	}
	return results, err
}

// maxName is the largest number of characters of a worker's name that the store keeps.
const maxName = 64

// Close ends the queue.
func (q *treeQueue) Close(finished bool) {
	if q.exchange != nil {
		q.exchange.Close(finished)
	}
}
