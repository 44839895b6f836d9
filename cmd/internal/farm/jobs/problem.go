package jobs

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/problems"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Problem is the kind of work that looks for problems in games.
const Problem = "problem"

// ProblemPool returns a pool of workers that look at games for a journal, and what ends it.
func (f Flags) ProblemPool(ctx context.Context, journal string, out *cli.Meter) (pool.Pool[problems.Task, problems.Look], func(), error) {
	return produce(ctx, f, out, func(p *Producer) (pool.Pool[problems.Task, problems.Look], error) {
		job, err := p.job(Problem, journal)
		return &farm.Pool[problems.Task, problems.Look]{
			Link: p.Link, Job: job, Progress: p.progress, Verify: f.Verify / percent, Same: sameLooks,
			Input: func(_ context.Context, task problems.Task) (any, uint64, error) { return task, 0, nil }, // a game ends when it ends
			Check: func(task problems.Task, l problems.Look) error { return l.Check(task) },
		}, err
	})
}

// sameLooks reports whether two looks at a game are the same. CPUs of different kinds may round ratings in different ways.
func sameLooks(a, b problems.Look) bool {
	const rounding = 0.001
	near := func(x, y float64) bool { return math.Abs(x-y) < rounding }
	return maps.Equal(a.Census, b.Census) && slices.EqualFunc(a.Found, b.Found, func(p, q problems.Problem) bool {
		nearby := near(p.Rating, q.Rating) && near(p.Deviation, q.Deviation)
		p.Rating, p.Deviation = q.Rating, q.Deviation
		return nearby && p == q
	})
}

// finder does tasks that look for problems.
type finder struct{ *problems.Finder }

// Do looks at the game of a task.
func (f finder) Do(ctx context.Context, data json.RawMessage) (any, error) {
	task, _, err := readInput(data, func(p problems.Task) (struct{}, error) { return struct{}{}, p.Check() })
	if err != nil {
		return nil, err
	}
	return f.Finder.Do(ctx, task)
}
