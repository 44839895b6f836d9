package eval

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Explanation is an evaluation taken apart, as Black sees it whoever is to move.
type Explanation struct {
	Turn   board.Color
	Pieces int
	Terms  [heuristics]Term // in the order of Heuristics

	Patterns []PatternTerm // each pattern as Black sees it, then as White does
}

// Term is what one heuristic adds to an evaluation.
type Term struct {
	Heuristic
	Black, White int            // the counts
	ByPhase      [phases]Weight // the weight in each phase, scaled down
	Weight       Weight         // the weight with the pieces on the board
	Contribution Weight         // (Black - White) times Weight
}

// Explain takes the evaluation of p apart. The contributions add up to Total, and
// Total without its fraction is what Evaluate returns, seen by Black.
func Explain(p board.Position) Explanation {
	var v view
	v.take(p)
	v.lookAhead()
	var black, white counts
	black.take(&v, &ofBlack)
	white.take(&v, &ofWhite)
	e := Explanation{Turn: p.Turn, Pieces: p.Pieces(), Patterns: explainPatterns(p)}
	row := weights[e.Pieces]
	for h := range heuristics {
		e.Terms[h] = Term{
			Heuristic:    described[h],
			Black:        int(black[h]),
			White:        int(white[h]),
			ByPhase:      learned.heuristics.byPhase(h),
			Weight:       row[h],
			Contribution: Weight(black[h]-white[h]) * row[h],
		}
	}
	return e
}

// Total returns the sum of the contributions: what the position is worth to Black.
func (e Explanation) Total() (sum Weight) {
	for _, t := range e.Terms {
		sum += t.Contribution
	}
	for _, t := range e.Patterns {
		sum += t.Contribution
	}
	return sum
}

// Score returns what the position is worth to the side to move: what Evaluate
// returns.
func (e Explanation) Score() Score {
	if e.Turn == board.White {
		return -e.Total().Score()
	}
	return e.Total().Score()
}

// Widths of the columns: the longest name, a count, a weight, a contribution.
const (
	nameWidth         = 15
	countWidth        = 6
	weightWidth       = 9
	contributionWidth = 9
)

// String returns the explanation as text for a person: what is shown, a heading, a
// line a term and the totals, in columns. Lines end in \n.
func (e Explanation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "hundredths of a man, seen by Black; %s to move; %d pieces, %s\n",
		e.Turn, e.Pieces, PhaseOf(e.Pieces))
	fmt.Fprintf(&b, "%-*s%*s%*s", nameWidth, "heuristic", countWidth, board.Black, countWidth, board.White)
	for ph := range phases {
		fmt.Fprintf(&b, "%*s", weightWidth, ph.short())
	}
	fmt.Fprintf(&b, "%*s%*s\n", weightWidth, "now", contributionWidth, "adds")
	for _, t := range e.Terms {
		t.print(&b)
	}
	e.printPatterns(&b)
	width := nameWidth + 2*countWidth + (int(phases)+1)*weightWidth + contributionWidth
	fmt.Fprintf(&b, "total for Black%*s\n", width-len("total for Black"), e.Total())
	fmt.Fprintf(&b, "score for %s, who is to move: %s\n", e.Turn, e.Score())
	return b.String()
}

// shownPatterns is how many patterns are printed each on a line of its own.
const shownPatterns = 8

// printPatterns writes the strongest patterns, a line each, and the sum of the others.
func (e Explanation) printPatterns(b *strings.Builder) {
	fmt.Fprintf(b, "%-*s%*s%*s\n", patternWidth, "strongest patterns, who sees them: own men against the other's",
		weightWidth, "now", contributionWidth, "adds")
	rest := Weight(0)
	for _, t := range e.Patterns {
		rest += t.Contribution
	}
	for _, t := range strongest(e.Patterns, shownPatterns) {
		t.print(b)
		rest -= t.Contribution
	}
	fmt.Fprintf(b, "%-*s%*s\n", patternWidth+weightWidth, "the other patterns", contributionWidth, rest)
}

// print writes the term's line.
func (t Term) print(b *strings.Builder) {
	fmt.Fprintf(b, "%-*s%*d%*d", nameWidth, t.Name, countWidth, t.Black, countWidth, t.White)
	for _, w := range t.ByPhase {
		fmt.Fprintf(b, "%*s", weightWidth, w)
	}
	fmt.Fprintf(b, "%*s%*s\n", weightWidth, t.Weight, contributionWidth, t.Contribution)
}
