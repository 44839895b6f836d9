package jobs

import (
	"context"
	"fmt"
	"io"

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
		return produce(ctx, f, cli.NewMeter(out), func(p *Producer) (crew.Crew[proving.Question, proof.Result], error) {
			job, err := p.proofJob(leaves)
			if err == nil {
				job.Producer, err = work.ProducerOf(Proof, about)
			}
			return p.provers(job, known), err
		})
	}
}

// proofJob returns the job of a proof, without its producer.
func (p *Producer) proofJob(leaves certificate.Leaves) (work.Job, error) {
	job, err := p.job(Proof, "")
	job.Needs.Solver, job.Abandon = solverName(leaves), true
	return job, err
}

func (p *Producer) provers(job work.Job, known check.Known) crew.Crew[proving.Question, proof.Result] {
	result := func(q proving.Question, found proofOutput) (proof.Result, error) {
		return found.result(q.Question, q.Leaves)
	}
	return translated[proving.Question, proofOutput, proof.Result]{&work.Crew[proving.Question, proofOutput]{
		Link: p.Link, Job: job, Progress: p.progress,
		Input: func(_ context.Context, q proving.Question) (any, uint64, error) {
			if q.Table > mostTableMiB {
				return nil, 0, fmt.Errorf("table %d: a worker takes at most %d MiB for a question", q.Table, mostTableMiB)
			}
			return proofInput{
				Position: q.Position, Attacker: q.Attacker, Budget: q.Budget, Table: q.Table, Leaves: q.Leaves, Time: q.Time,
			}, q.Budget, nil
		},
		Check: func(q proving.Question, found proofOutput) error {
			r, err := result(q, found)
			if err != nil || r.Certificate == nil {
				return err
			}
			return check.Check(r.Certificate, known)
		},
	}, result}
}
