package learn

import (
	"context"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Verdict is what a search says of an entry now.
type Verdict struct {
	Entry antibook.Entry
	Score eval.Score // for the side that must not enter
	Depth int        // of the search
}

// Check searches every entry again, each with an empty table, and calls report with every verdict.
func Check(ctx context.Context, entries []antibook.Entry, nodes uint64, o Options, report func(Verdict)) error {
	work := func(ctx context.Context, j *judge, e antibook.Entry) (opinion, error) {
		if err := j.forget(); err != nil {
			return opinion{}, err
		}
		return j.judge(ctx, e.Position, search.Limits{Nodes: nodes}, eval.Draw)
	}
	return crew(ctx, o, entries, work, func(e antibook.Entry, found opinion) {
		report(Verdict{e, found.score, found.depth})
	})
}
