package eval

import (
	"fmt"
	"slices"
)

// Summary returns a line with the score of an evaluation and a line for each of the heuristics with the largest
// contributions for Black, the largest first. It returns as many lines as fit into maxBytes. The first line says that the others
// are a commentary: the score may be that of another evaluation, and patterns and small contributions are left out.
func (e Explanation) Summary(score Score, maxBytes int) string {
	text := fmt.Sprintf("value=%d for %s, who is to move; a commentary that does not sum to it, seen by Black:", score, e.Turn)
	terms := e.Terms
	slices.SortStableFunc(terms[:], func(a, b Term) int {
		return int(max(b.Contribution, -b.Contribution) - max(a.Contribution, -a.Contribution))
	})
	for _, t := range terms {
		line := fmt.Sprintf("\n%s %s", t.Name, t.Contribution)
		if t.Contribution == 0 || len(text)+len(line) > maxBytes {
			break
		}
		text += line
	}
	return text
}
