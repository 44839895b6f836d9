package bookgrowth

import (
	"cmp"
	"context"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/repertoire"
)

// missing returns the tasks that make the repertoires of both sides of each root larger, at most limit of them: positions of which
// the book knows nothing, and positions whose other replies may be as good as those that the book names. Those of repertoires with
// fewer than g.Decisions decisions come first, and among them the likeliest. If ctx ends, the result is empty.
func (g *Growth) missing(ctx context.Context, limit int) (tasks []task) {
	var small, full []repertoire.End
	for _, root := range g.Roots {
		for _, side := range []board.Color{board.Black, board.White} {
			r, err := repertoire.New(ctx, g.Builder, board.NewGame(root), side, repertoire.Options{Most: g.Decisions})
			if err != nil {
				return nil
			}
			if len(r.Decisions) < g.Decisions {
				small = append(small, r.Ends...)
			} else {
				full = append(full, r.Ends...)
			}
		}
	}
	likeliest := func(a, b repertoire.End) int { return cmp.Compare(b.Chance, a.Chance) }
	slices.SortStableFunc(small, likeliest)
	slices.SortStableFunc(full, likeliest)
	seen := map[board.Position]bool{}
	for _, end := range append(small, full...) {
		if p := asBlack(end.Position); !seen[p] && len(tasks) < limit {
			seen[p] = true
			tasks = append(tasks, task{position: p})
		}
	}
	return tasks
}
