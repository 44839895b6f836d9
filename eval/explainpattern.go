package eval

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

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
func strongest(terms []PatternTerm, most int) []PatternTerm {
	sorted := slices.Clone(terms)
	slices.SortStableFunc(sorted, func(a, b PatternTerm) int {
		return cmp.Compare(max(b.Contribution, -b.Contribution), max(a.Contribution, -a.Contribution))
	})
	return sorted[:min(most, len(sorted))]
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
