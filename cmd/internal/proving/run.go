package proving

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Run tries to prove what the settings ask for, prints to out, and writes the certificates. A proof that is cut short
// is no error: its verdict is Open.
func Run(ctx context.Context, s Settings, out io.Writer) (v Verdict, err error) {
	t, err := s.open()
	if err != nil {
		return Open, err
	}
	defer func() { err = errors.Join(err, t.library.Close()) }()
	begin := time.Now()
	o, err := t.outcome(ctx, out)
	if err != nil {
		return Open, err
	}
	o.Seconds = time.Since(begin).Seconds()
	if err := t.write(&o); err != nil {
		return o.verdict, err
	}
	return o.verdict, o.print(out, s.JSON)
}

// outcome returns what this machine or others find out.
func (t *task) outcome(ctx context.Context, out io.Writer) (Outcome, error) {
	if t.Elsewhere != nil {
		return t.ask(ctx, out)
	}
	if t.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, t.Time)
		defer cancel()
		ctx = limited
	}
	shown := newProgress(t.position, out, t.JSON)
	defer shown.clear()
	return t.prove(ctx, t.options(shown.report)), nil
}

// prove asks the questions of the goal.
func (t *task) prove(ctx context.Context, options proof.Options) Outcome {
	if t.Goal == Value {
		return t.valued(proof.NewProver(t.library, t.leaves, options).Value(ctx, t.position, t.Budget, t.Threads))
	}
	q := certificate.Question{Position: t.position, Attacker: t.Goal.attacker(t.position)}
	return t.answered(q, proof.NewSolver(t.library, t.leaves, options).Solve(ctx, q, t.Budget))
}

// newOutcome returns an outcome without answers.
func (t *task) newOutcome() Outcome {
	return Outcome{FEN: t.position.FEN(), Goal: t.Goal, Pieces: t.leaves.Pieces, position: t.position}
}

// valued returns the outcome of the goal Value.
func (t *task) valued(v proof.Value) Outcome {
	o := t.newOutcome()
	o.low, o.high, o.Nodes = v.Low, v.High, v.Nodes
	o.add(t.position.Turn.Opponent(), v.Loss)
	o.add(t.position.Turn, v.Win)
	o.conclude()
	return o
}

// answered returns the outcome of another goal by the answer to its question.
func (t *task) answered(q certificate.Question, r proof.Result) Outcome {
	o := t.newOutcome()
	o.low, o.high = t.Goal.bounds(r.Answer)
	o.Nodes = r.Nodes
	o.add(q.Attacker, r)
	o.conclude()
	return o
}
