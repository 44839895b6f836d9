package eval

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// squaresOf returns the squares of a pattern, that of an entry's first digit first.
func squaresOf(pt pattern) (squares []board.Square) {
	order := [2][]board.Square{{0, 1, 2, 3, 4}, {0, 3, 1, 4, 2, 5}} // of rows, in patterns of three rows and of six
	kind := 0
	if pt.squares.Has(21) || pt.squares.Has(22) {
		kind = 1
	}
	for _, row := range order[kind] {
		for s := 4 * row; s < 4*row+4; s++ {
			if pt.squares.Has(s) {
				squares = append(squares, s)
			}
		}
	}
	return squares
}

// entryAt computes an entry in the slow and simple way, digit by digit to the base of 3.
func entryAt(pt pattern, p board.Position) (entry uint32) {
	for _, s := range squaresOf(pt) {
		entry *= patternStates
		switch {
		case p.Men(board.Black).Has(s):
			entry++
		case p.Men(board.White).Has(s):
			entry += 2
		}
	}
	return entry
}

// The two weights of a pair come out as they went in, and add up.
func TestPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		half := rapid.Int16Range(math.MinInt16/2, math.MaxInt16/2)
		a, b, c, d := half.Draw(t, "a"), half.Draw(t, "b"), half.Draw(t, "c"), half.Draw(t, "d")
		sum := pairOf(a, b) + pairOf(c, d)
		require.Equal(t, int32(a)+int32(c), sum.early())
		require.Equal(t, int32(b)+int32(d), sum.late())
		less := pairOf(a, b) - pairOf(c, d)
		require.Equal(t, int32(a)-int32(c), less.early())
		require.Equal(t, int32(b)-int32(d), less.late())
	})
}

func TestEntries(t *testing.T) {
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		var black, white entries
		var v view
		v.take(p)
		v.entries(&black, &white)
		for i, pt := range patterns {
			require.Equal(t, entryAt(pt, p), black[i], "%s: %s", pt.name, p.FEN())
			require.Equal(t, entryAt(pt, p.Mirror()), white[i], "%s: %s", pt.name, p.FEN())
			require.Less(t, int(black[i]), patternEntries)
		}
	})
}

// Every square is in a pattern, as one side or the other sees it.
func TestPatternsCoverTheBoard(t *testing.T) {
	var covered board.Bitboard
	for _, pt := range patterns {
		require.Equal(t, patternSquares, pt.squares.Count(), pt.name)
		covered |= pt.squares | board.Bitboard(bits.Reverse32(uint32(pt.squares)))
	}
	require.Equal(t, board.AllSquares, covered)
}

func TestSharesAddUp(t *testing.T) {
	for n := range allPieces + 1 {
		early, late := PatternShares(n)
		require.InDelta(t, 1, early+late, 1e-6)
		sum := float32(0)
		for _, share := range HeuristicShares(n) {
			sum += share
		}
		require.InDelta(t, 1, sum, 1e-6)
	}
	early, _ := PatternShares(allPieces)
	require.InDelta(t, 1, early, 0)
	_, late := PatternShares(latePieces)
	require.InDelta(t, 1, late, 0)
}

// The entries in Features are the entries that Evaluate uses, whatever was in them before.
func TestFeaturesAddUpToTheEvaluation(t *testing.T) {
	var f Features
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		f.Take(p)
		sum := 0.0
		for h, share := range HeuristicShares(f.Pieces) {
			for i, c := range f.Counts {
				sum += float64(c) * float64(share) * float64(BuiltIn().heuristics[i][h]) * LearnedUnit
			}
		}
		early, late := PatternShares(f.Pieces)
		for i := range patterns {
			own, foe := BuiltIn().patterns[i].lookup(f.Black[i]), BuiltIn().patterns[i].lookup(f.White[i])
			sum += (float64(own.early()-foe.early())*float64(early) + float64(own.late()-foe.late())*float64(late)) * LearnedUnit
		}
		if p.Turn == board.White {
			sum = -sum
		}
		require.InDelta(t, sum, float64(BuiltIn().Evaluate(p)), 1.01, p.FEN())
	})
}

// The parts by the weights in the program are the terms of the explanation.
func TestPartsAreTheTerms(t *testing.T) {
	const rounding = 0.01 // hundredths of a man
	learned := BuiltIn().Learned()
	evaltest.Every(t, func(t *rapid.T, p board.Position) {
		var f Features
		f.Take(p)
		parts, e := learned.Parts(&f), BuiltIn().Explain(p)
		for h, term := range e.Terms {
			require.InDelta(t, term.Contribution.Hundredths(), parts[h], rounding, "%s: %s", term.Name, p.FEN())
		}
		for i := range patterns {
			both := e.Patterns[2*i].Contribution + e.Patterns[2*i+1].Contribution
			require.InDelta(t, both.Hundredths(), parts[int(heuristics)+i], rounding, "%s: %s", patterns[i].name, p.FEN())
		}
		require.InDelta(t, e.Total().Hundredths(), parts.Sum(), rounding, p.FEN())
	})
}

func TestPartNames(t *testing.T) {
	names := PartNames()
	require.Len(t, names, len(Parts{}))
	require.Equal(t, "men", names[men])
	require.Equal(t, "pattern rows 1-3", names[heuristics])
}

// From one number of pieces to the next a heuristic's weights move by a sixth of the way to
// the next phase, a pattern's by an eighteenth; a trade of two, by twice that at most.
func TestSharesDoNotJump(t *testing.T) {
	const rounding = 1e-6
	for gone := 1; gone <= 2; gone++ {
		for n := gone; n <= allPieces; n++ {
			before, after := HeuristicShares(n), HeuristicShares(n-gone)
			for ph := range after {
				require.InDelta(t, before[ph], after[ph], float64(gone)/phaseLength+rounding, "%d pieces", n)
			}
			early, _ := PatternShares(n)
			earlyAfter, _ := PatternShares(n - gone)
			require.InDelta(t, early, earlyAfter, float64(gone)/(allPieces-latePieces)+rounding, "%d pieces", n)
		}
	}
}

// Every phase counts alone at one number of pieces.
func TestSharesOfThePhases(t *testing.T) {
	for ph, n := range []int{Opening: 24, Middlegame: 18, EarlyEndgame: 12, LateEndgame: 6} {
		want := [phases]float32{}
		want[ph] = 1
		require.Equal(t, want, HeuristicShares(n), "%d pieces", n)
	}
}

func TestWeightAsText(t *testing.T) {
	require.Equal(t, "+1.00", Weight(weightUnit).String())
	require.Equal(t, "-0.50", Weight(-weightUnit/2).String())
	require.Equal(t, "0.00", Weight(0).String())
}

func TestWeightIsRoundedTowardsZero(t *testing.T) {
	require.Equal(t, Score(1), Weight(2*weightUnit-1).Score())
	require.Equal(t, Score(-1), Weight(1-2*weightUnit).Score())
}
