package verify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// embedded returns the distances in the program.
func embedded(t *testing.T) *egdb.Distances {
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db.Distances()
}

// lying tells another distance of one position.
type lying struct {
	DistanceProber
	about board.Position
	says  egdb.Distance
}

func (l lying) Distance(p board.Position) egdb.Distance {
	if p == l.about || p.Mirror() == l.about {
		return l.says
	}
	return l.DistanceProber.Distance(p)
}

// TestSoundDistances verifies the distances in the program, up to three pieces here and
// all in the test of the command, and finds what the files say of themselves.
func TestSoundDistances(t *testing.T) {
	set := embedded(t)
	materials := append(endgame.Slices(2), endgame.Slices(3)...)
	for _, o := range []Options{{Threads: 2}, {Threads: 1, Memory: 1}} {
		if o.Memory > 0 {
			materials = endgame.Slices(2)
		}
		slices := 0
		require.NoError(t, RunDistances(t.Context(), set, materials, o, func(s DistanceSummary) {
			slices++
			l, known := set.Longest(s.Slice)
			require.True(t, known)
			require.Equal(t, [4]int{l.Win.Plies, l.Loss.Plies, l.QuietWin.Plies, l.QuietLoss.Plies},
				[4]int{s.Win, s.Loss, s.QuietWin, s.QuietLoss}, s.Slice)
			require.Equal(t, s.Slice.Positions(), s.Positions())
		}))
		require.Equal(t, len(materials), slices)
	}
}

// TestWrongDistances: one wrong distance is found, whatever it is.
func TestWrongDistances(t *testing.T) {
	set := embedded(t)
	p, err := board.ParseFEN("B:WK31:BK1,K2")
	require.NoError(t, err)
	right := set.Distance(p)
	require.Equal(t, board.Win, right.Value)
	for _, says := range []egdb.Distance{
		{}, {Value: board.Draw}, {Value: board.Loss, Plies: right.Plies + 1},
		{Value: board.Win, Plies: right.Plies + 2}, {Value: board.Win, Plies: right.Plies - 2},
	} {
		err := RunDistances(t.Context(), lying{set, p, says}, materials("1Kv1K", "2Kv1K"), Options{}, func(DistanceSummary) {})
		var fault *DistanceFault
		require.ErrorAs(t, err, &fault, says)
		require.ErrorContains(t, err, "slice ")
	}
}
