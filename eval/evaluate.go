package eval

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
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

// PatternTerm is the part of an evaluation that comes from one pattern, for one side.
type PatternTerm struct {
	Name         string
	Side         board.Color    // the side whose men are own men in the pattern
	Squares      board.Bitboard // of the pattern on the board; for White the mirrored squares
	Black, White board.Bitboard // the men on these squares
	Weight       Weight         // with the pieces on the board, for Side
	Contribution Weight         // the same for Black
}

// explainPatterns returns the terms of all patterns for both sides.
func (w *Weights) explainPatterns(p board.Position) (terms []PatternTerm) {
	var at [2]entries
	var v view
	v.take(p)
	v.entries(&at[board.Black], &at[board.White])
	for i, pt := range patterns {
		for _, side := range []board.Color{board.Black, board.White} {
			t := PatternTerm{Name: pt.name, Side: side, Squares: pt.squares}
			t.Weight = patternWeight(w.patterns[i].lookup(at[side][i]), p.Pieces())
			t.Contribution = t.Weight
			if side == board.White {
				t.Squares = board.Bitboard(bits.Reverse32(uint32(pt.squares)))
				t.Contribution = -t.Weight
			}
			t.Black, t.White = p.Men(board.Black)&t.Squares, p.Men(board.White)&t.Squares
			terms = append(terms, t)
		}
	}
	return terms
}

// strongest returns the terms with the largest contributions in absolute value, the largest first, up to most of them.
func strongest(terms []PatternTerm, maximum int) []PatternTerm {
	sorted := slices.Clone(terms)
	slices.SortStableFunc(sorted, func(a, b PatternTerm) int {
		return cmp.Compare(max(b.Contribution, -b.Contribution), max(a.Contribution, -a.Contribution))
	})
	return sorted[:min(maximum, len(sorted))]
}

// Men returns the squares of the men in the pattern, for example "1,2,5 against 13".
func (t PatternTerm) Men() string {
	own, foe := t.Black, t.White
	if t.Side == board.White {
		own, foe = foe, own
	}
	return numbers(own) + " against " + numbers(foe)
}

// numbers returns the numbers of the squares in b, or "none" if b is empty.
func numbers(b board.Bitboard) string {
	var texts []string
	for ; b != 0; b &= b - 1 {
		texts = append(texts, b.First().String())
	}
	return cmp.Or(strings.Join(texts, ","), "none")
}

// patternWidth is the width, in characters, of the column for a pattern's name, its side and its men.
const patternWidth = 57

func (t PatternTerm) print(b *strings.Builder) {
	text := fmt.Sprintf("%s, %s: %s", t.Name, t.Side, t.Men())
	fmt.Fprintf(b, "%-*s%*s%*s\n", patternWidth, text, weightWidth, t.Weight, contributionWidth, t.Contribution)
}

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

// Evaluate returns the value of the quiet position p for the side to move, in
// hundredths of a man, rounded towards 0. It is never a proven score.
func (w *Weights) Evaluate(p board.Position) Score {
	var v view
	v.take(p)
	n := p.Pieces()
	sum := v.patternSum(&w.patterns, n) // first, so that the CPU counts the heuristics while it waits for the weights of the patterns
	v.lookAhead()
	sum += v.sum(&w.rows[n])
	if p.Turn == board.White {
		sum = -sum
	}
	return min(max(sum.Score(), -MaxUnproven), MaxUnproven)
}

// patternSum returns the value of the patterns for Black with n pieces on the board. Each
// pattern has its own line, because a loop over the patterns takes a tenth longer.
func (v *view) patternSum(tables *[len(patterns)]*patternTable, n int) Weight {
	own, foe := v.ownMen, v.foeMen
	sum := tables[0].worth(own, foe) +
		tables[1].worth(own>>4, foe>>4) +
		tables[2].worth(own>>8, foe>>8) +
		tables[3].worth(own.pairs(), foe.pairs()) +
		tables[4].worth((own>>2).pairs(), (foe>>2).pairs()) +
		tables[5].worth((own>>1).pairs(), (foe>>1).pairs())
	return patternWeight(sum, n)
}

// Evaluator evaluates quiet positions. An Evaluator never changes, so that any number of searches may use it at the
// same time. Only the one that Fork returns is for a single goroutine.
type Evaluator interface {
	// Evaluate returns the value of the quiet position p for the side to move, in hundredths of a man. It is never
	// a proven score.
	Evaluate(p board.Position) Score

	// Note returns one line that says how the weights of the evaluation were made.
	Note() string
}

// Forker is an Evaluator with a faster form for one goroutine. That form remembers something of the position before,
// and its scores are the same.
type Forker interface {
	Evaluator

	// Fork returns a new Evaluator with the same scores. Only one goroutine at a time may use it.
	Fork() Evaluator
}

// Fork returns the form of e that is fastest for one goroutine: a new fork of a Forker, or e itself. Only one goroutine
// at a time may use the result.
func Fork(e Evaluator) Evaluator {
	if f, ok := e.(Forker); ok {
		return f.Fork()
	}
	return e
}

// Phase is a stage of the game with its own weights (WC92 section 3.2). The paper has a fifth
// phase, in which endgame databases know the result. The evaluation does not need it.
type Phase int

// The phases. Each phase has one number of pieces at which only its weights count. Between two such numbers the weights
// are interpolated, so that a trade of pieces changes the score only a little.
const (
	Opening      Phase = iota // only its weights count at 24 pieces
	Middlegame                // at 18 pieces
	EarlyEndgame              // at 12 pieces
	LateEndgame               // at 6 pieces and fewer
	phases                    // the number of phases
)

const (
	allPieces   = 2 * board.MaxPieces
	phaseLength = 6 // pieces from one phase to the next
	latePieces  = 6 // allPieces less LateEndgame times phaseLength
)

// PhaseOf returns the phase whose weights have the largest share with n pieces on the board. n is 0
// to 24. If two phases have the same share, it is the later one.
func PhaseOf(n int) Phase {
	return Phase((allPieces - max(n, latePieces) + phaseLength/2) / phaseLength)
}

// String returns the phase in words.
func (ph Phase) String() string {
	return [...]string{"opening", "middlegame", "early endgame", "late endgame"}[ph]
}

// short returns the phase in one word, as the heading of a narrow column.
func (ph Phase) short() string {
	return [...]string{"opening", "middle", "early", "late"}[ph]
}

// weightRow holds the weights of the heuristics for one number of pieces on the board.
type weightRow [heuristics]Weight

// weightTable holds the weights of each heuristic in each phase, in units of LearnedUnit.
type weightTable [heuristics][phases]Weight

// rows returns the weights of the heuristics for each number of pieces.
func (t *weightTable) rows() (rows [allPieces + 1]weightRow) {
	for n := range rows {
		for h := range heuristics {
			rows[n][h] = t.interpolated(h, n)
		}
	}
	return rows
}

// interpolated returns the weight of h with n pieces on the board, by linear interpolation
// between the weights of two phases.
func (t *weightTable) interpolated(h heuristic, n int) Weight {
	gone := allPieces - max(n, latePieces)
	before := Phase(gone / phaseLength)
	after := min(before+1, LateEndgame)
	past := Weight(gone % phaseLength)
	return (t[h][before]*(phaseLength-past) + t[h][after]*past) * (weightUnit / unitsAHundredth / phaseLength)
}

// byPhase returns the weight of h in each phase, without interpolation.
func (t *weightTable) byPhase(h heuristic) (row [phases]Weight) {
	for ph := range phases {
		row[ph] = t[h][ph] * (weightUnit / unitsAHundredth)
	}
	return row
}

// patternWeight returns the weight of an entry with n pieces on the board, by linear interpolation
// between its early and its late weight.
func patternWeight(p pair, n int) Weight {
	gone := int32(allPieces - max(n, latePieces))
	return Weight(p.early()*(allPieces-latePieces-gone) + p.late()*gone)
}
