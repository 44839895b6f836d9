package kinds

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/proving"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Provers returns who answers the questions about one position: the workers of the server.
func (f Flags) Provers() proving.Elsewhere {
	return func(ctx context.Context, about string, leaves certificate.Leaves, known check.Known, out io.Writer) (
		crew.Crew[proving.Question, proof.Result], func(), error) {
		office, err := f.Open(ctx, cli.NewMeter(out))
		if err != nil {
			return nil, nil, err
		}
		job, err := office.proofJob(leaves)
		if err == nil {
			job.Producer, err = work.ProducerOf(Proof, about)
		}
		if err != nil {
			office.Close()
			return nil, nil, err
		}
		return office.provers(job, known), office.Close, nil
	}
}

// proofJob returns the job of a proof, without its producer.
func (o *Office) proofJob(leaves certificate.Leaves) (work.Job, error) {
	job, err := o.job(Proof, "")
	job.Needs.Solver, job.Abandon = solverName(leaves), true
	return job, err
}

func (o *Office) provers(job work.Job, known check.Known) proofCrew {
	return proofCrew{&work.Crew[proving.Question, proofOutput]{
		Link: o.Link, Job: job, Progress: o.progress,
		Input: func(_ context.Context, q proving.Question) (any, uint64, error) {
			if q.Table > mostTableMiB {
				return nil, 0, fmt.Errorf("table %d: a worker takes at most %d MiB for a question", q.Table, mostTableMiB)
			}
			return proofInput{
				Position: q.Position, Attacker: q.Attacker, Budget: q.Budget, Table: q.Table, Leaves: q.Leaves, Time: q.Time,
			}, q.Budget, nil
		},
		Check: func(q proving.Question, found proofOutput) error {
			r, err := found.result(q.Question, q.Leaves)
			if err != nil || r.Certificate == nil {
				return err
			}
			return check.Check(r.Certificate, known)
		},
	}}
}

// proofCrew makes results of what stands in messages.
type proofCrew struct {
	*work.Crew[proving.Question, proofOutput]
}

// Do does what crew.Crew.Do says.
func (c proofCrew) Do(ctx context.Context, questions iter.Seq2[proving.Question, error], done func(proving.Question, proof.Result) error) error {
	return c.Crew.Do(ctx, questions, func(q proving.Question, found proofOutput) error {
		r, err := found.result(q.Question, q.Leaves)
		if err != nil {
			return err
		}
		return done(q, r)
	})
}
