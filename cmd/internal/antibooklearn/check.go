package antibooklearn

import (
	"context"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// CheckResult is the result of a new search of an entry.
type CheckResult struct {
	Entry antibook.Entry
	Score eval.Score // for the side that must avoid the position
	Depth int        // of the search
}

// Check searches every entry again, each with an empty transposition table, and calls report with every result.
func Check(ctx context.Context, entries []antibook.Entry, nodes uint64, o Options, report func(CheckResult)) error {
	work := func(ctx context.Context, a *analyzer, e antibook.Entry) (finding, error) {
		if err := a.clear(); err != nil {
			return finding{}, err
		}
		return a.analyze(ctx, e.Position, search.Limits{Nodes: nodes}, eval.Draw)
	}
	return inParallel(ctx, o, entries, work, func(e antibook.Entry, found finding) {
		report(CheckResult{e, found.score, found.depth})
	})
}
