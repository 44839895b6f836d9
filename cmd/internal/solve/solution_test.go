package solve

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// The solution dates from the first iteration of the last run of them that held it.
func TestSolutionIsTheLastUnbrokenRun(t *testing.T) {
	p := problem(t, "", "B:WK31:BK18,25", "", "18-23")
	good, err := p.Position.ParseMove("18-23")
	require.NoError(t, err)
	bad, err := p.Position.ParseMove("18-22")
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		iterations := rapid.SliceOfN(rapid.Bool(), 1, 12).Draw(t, "solved")
		w := watch{problem: p}
		want := 0 // the depth since when the tail is solved, 0 for never
		for i, solved := range iterations {
			depth := i + 1
			info := search.Info{Depth: search.Depth(depth), Time: time.Duration(depth) * time.Millisecond, Nodes: uint64(100 * depth)}
			info.PV = []board.Move{bad}
			switch {
			case !solved:
				want = 0
			case want == 0:
				want = depth
			}
			if solved {
				info.PV = []board.Move{good}
			}
			w.see(info)
			require.Equal(t, info, w.last)
		}
		if want == 0 {
			require.Nil(t, w.since)
			return
		}
		require.Equal(t, Solution{search.Depth(want), float64(want), uint64(100 * want)}, *w.since)
	})
}

func TestMilliseconds(t *testing.T) {
	for d, want := range map[time.Duration]float64{
		0: 0.001, 1: 0.001, time.Microsecond: 0.001, 1499: 0.001, 1500: 0.002,
		time.Second: 1000, 1234567 * time.Nanosecond: 1.235,
	} {
		require.Equal(t, want, milliseconds(d), d)
	}
}
