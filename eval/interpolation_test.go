package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNoTradeMakesAWeightJump(t *testing.T) {
	const smallStep = 2 // hundredths of a man, for one piece less
	for n := 1; n <= allPieces; n++ {
		for h, name := range descriptions {
			step := BuiltIn().rows[n][h] - BuiltIn().rows[n-1][h]
			require.LessOrEqual(t, max(step, -step), Weight(smallStep*weightUnit), "%s, %d pieces", name.Name, n)
		}
	}
}

func TestEachPhaseHasItsWeightsInFullSomewhere(t *testing.T) {
	for h := range heuristics {
		for ph, pieces := range []int{Opening: 24, Middlegame: 18, EarlyEndgame: 12, LateEndgame: 6} {
			require.Equal(t, BuiltIn().heuristics.byPhase(h)[ph], BuiltIn().rows[pieces][h], descriptions[h].Name)
		}
		require.Equal(t, BuiltIn().rows[6][h], BuiltIn().rows[0][h], descriptions[h].Name)
	}
}

func TestWeightsHalfwayBetweenPhases(t *testing.T) {
	for h := range heuristics {
		require.Equal(t, BuiltIn().rows[24][h]+BuiltIn().rows[18][h], 2*BuiltIn().rows[21][h], descriptions[h].Name)
	}
}

func TestPhaseOf(t *testing.T) {
	for n, want := range map[int]Phase{
		24: Opening, 22: Opening, 21: Middlegame, 18: Middlegame, 16: Middlegame,
		15: EarlyEndgame, 12: EarlyEndgame, 9: LateEndgame, 6: LateEndgame, 0: LateEndgame,
	} {
		require.Equal(t, want, PhaseOf(n), "%d pieces", n)
	}
}

// The weights of a pattern lie on the straight line between early and late: no trade makes
// them jump.
func TestPatternWeights(t *testing.T) {
	w := pairOf(320, -320)
	require.Equal(t, 10.0, patternWeight(w, 24).Hundredths())
	require.Equal(t, 0.0, patternWeight(w, 15).Hundredths())
	require.Equal(t, -10.0, patternWeight(w, 6).Hundredths())
	require.Equal(t, -10.0, patternWeight(w, 2).Hundredths())
}
