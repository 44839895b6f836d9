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
	if t.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, t.Time)
		defer cancel()
		ctx = limited
	}
	shown := newProgress(t.position, out, s.JSON)
	begin := time.Now()
	o := t.prove(ctx, proof.Options{Table: t.Table, Report: shown.report})
	shown.clear()
	o.Seconds = time.Since(begin).Seconds()
	if err := t.write(&o); err != nil {
		return o.verdict, err
	}
	return o.verdict, o.print(out, s.JSON)
}

// prove asks the questions of the goal.
func (t *task) prove(ctx context.Context, options proof.Options) Outcome {
	o := Outcome{FEN: t.position.FEN(), Goal: t.Goal, Pieces: t.leaves.Pieces, position: t.position}
	if t.Goal == Value {
		v := proof.NewProver(t.library, t.leaves, options).Value(ctx, t.position, t.Budget, t.Threads)
		o.low, o.high, o.Nodes = v.Low, v.High, v.Nodes
		o.add(t.position.Turn.Opponent(), v.Loss)
		o.add(t.position.Turn, v.Win)
	} else {
		q := certificate.Question{Position: t.position, Attacker: t.Goal.attacker(t.position)}
		r := proof.NewSolver(t.library, t.leaves, options).Solve(ctx, q, t.Budget)
		o.low, o.high = t.Goal.bounds(r.Answer)
		o.Nodes = r.Nodes
		o.add(q.Attacker, r)
	}
	o.conclude()
	return o
}
