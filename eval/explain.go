package eval

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Explanation is an evaluation with each of its terms, for Black, whichever side is to move.
type Explanation struct {
	Turn   board.Color
	Pieces int
	Terms  [heuristics]Term // in the order of Heuristics

	Patterns []PatternTerm // two for each pattern: first the one of Black, then the one of White
}

// Term is what one heuristic adds to an evaluation.
type Term struct {
	Heuristic
	Black, White int            // the counts
	ByPhase      [phases]Weight // the weight in each phase, at its full number of pieces
	Weight       Weight         // the weight with the pieces on the board
	Contribution Weight         // (Black - White) times Weight
}

// Explain returns the terms of the evaluation of p. The sum of their contributions is Total. Total without its fraction
// is the value that Evaluate returns, for Black.
func (w *Weights) Explain(p board.Position) Explanation {
	var v view
	v.take(p)
	v.lookAhead()
	var black, white counts
	black.take(&v, &ofBlack)
	white.take(&v, &ofWhite)
	e := Explanation{Turn: p.Turn, Pieces: p.Pieces(), Patterns: w.explainPatterns(p)}
	row := &w.rows[e.Pieces]
	for h := range heuristics {
		e.Terms[h] = Term{
			Heuristic:    descriptions[h],
			Black:        int(black[h]),
			White:        int(white[h]),
			ByPhase:      w.heuristics.byPhase(h),
			Weight:       row[h],
			Contribution: Weight(black[h]-white[h]) * row[h],
		}
	}
	return e
}

// Total returns the sum of the contributions: the value of the position for Black.
func (e Explanation) Total() (sum Weight) {
	for _, t := range e.Terms {
		sum += t.Contribution
	}
	for _, t := range e.Patterns {
		sum += t.Contribution
	}
	return sum
}

// Score returns the value of the position for the side to move, the same as Evaluate.
func (e Explanation) Score() Score {
	if e.Turn == board.White {
		return -e.Total().Score()
	}
	return e.Total().Score()
}

// Widths of the columns, in characters.
const (
	nameWidth         = 15
	countWidth        = 6
	weightWidth       = 9
	contributionWidth = 9
)

// String returns the explanation as a table for a person: a line on the position, a heading, one
// line for each term, and the totals. Lines end in \n.
func (e Explanation) String() string {
	var b strings.Builder
	b.WriteString(e.Commentary())
	e.printPatterns(&b)
	width := nameWidth + 2*countWidth + (int(phases)+1)*weightWidth + contributionWidth
	fmt.Fprintf(&b, "total for Black%*s\n", width-len("total for Black"), e.Total())
	fmt.Fprintf(&b, "score for %s, who is to move: %s\n", e.Turn, e.Score())
	return b.String()
}

// Commentary returns the first part of String: the line on the position, the heading, and one line for each heuristic.
func (e Explanation) Commentary() string {
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
	return b.String()
}

// shownPatterns is the number of patterns that have a line of their own.
const shownPatterns = 8

// printPatterns writes a line for each of the strongest patterns, and a line with the sum of the others.
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
