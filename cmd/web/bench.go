//go:build js

package main

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/site/talk"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// benchRequest asks for the benchmark of the engine.
type benchRequest struct {
	Evaluation string `json:"evaluation"`
}

// benchmark is its result.
type benchmark struct {
	Nodes        uint64 `json:"nodes"` // the signature
	Milliseconds int64  `json:"milliseconds"`
}

// bench runs the benchmark, as zonda bench does.
func bench(ctx context.Context, _ *talk.Session, q benchRequest) (benchmark, error) {
	e, err := engine.Evaluator(q.Evaluation)
	if err != nil {
		return benchmark{}, err
	}
	r, err := search.Bench(ctx, e, search.AllTechniques(), search.DefaultParameters(), func(search.BenchResult) {})
	return benchmark{r.Nodes, r.Time.Milliseconds()}, err
}
