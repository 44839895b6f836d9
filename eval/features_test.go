package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
)

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
