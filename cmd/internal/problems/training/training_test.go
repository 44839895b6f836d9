package training

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestGlickman is the example of "Example of the Glicko-2 system".
func TestGlickman(t *testing.T) {
	r := Rating{1500, 200, 0.06}.After(Game{1400, 30, 1}, Game{1550, 100, 0}, Game{1700, 300, 0})
	require.InDelta(t, 1464.06, r.Rating, 0.01)
	require.InDelta(t, 151.52, r.Deviation, 0.01)
	require.InDelta(t, 0.05999, r.Volatility, 0.00001)
	require.InDelta(t, 0.639, Rating{1500, 200, 0.06}.Expected(1400, 30), 0.001)
}

func TestRatings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rating{rapid.Float64Range(200, 2600).Draw(t, "rating"), rapid.Float64Range(45, 350).Draw(t, "deviation"), 0.06}
		opponent := Game{rapid.Float64Range(200, 2600).Draw(t, "opponent"), rapid.Float64Range(20, 200).Draw(t, "its deviation"), 1}
		won := r.After(opponent)
		opponent.Score = 0
		lost := r.After(opponent)
		require.Greater(t, won.Rating, r.Rating)
		require.Less(t, lost.Rating, r.Rating)
		for _, after := range []Rating{won, lost, r.After()} {
			require.False(t, math.IsNaN(after.Rating) || math.IsNaN(after.Deviation) || math.IsNaN(after.Volatility))
			require.InDelta(t, 0.06, after.Volatility, 0.01)
		}
	})
}

// TestScheduler has the public vectors of py-fsrs: the days until the next time, where a grade within the day (0) is a step of
// learning.
func TestScheduler(t *testing.T) {
	var m Memory
	var intervals []int
	day := 0
	for i, g := range []Grade{Good, Good, Good, Good, Good, Good, Again, Again, Good, Good, Good, Good, Good} {
		m = m.After(g, day)
		day = int(min(max(math.RoundToEven(m.Stability), 1), 36500)) // without the limit of a year
		if learns := i == 0 || i == 6 || i == 7; learns {
			day = 0
		}
		intervals = append(intervals, day)
	}
	require.Equal(t, []int{0, 2, 11, 46, 163, 497, 0, 0, 2, 4, 7, 12, 20}, intervals)

	m = Memory{}
	for i, g := range []Grade{Again, Good, Good, Good, Good, Good} {
		m = m.After(g, []int{0, 0, 1, 3, 8, 21}[i])
	}
	m = m.After(Good, 0)
	require.InDelta(t, 53.3825, m.Stability, 0.0001)
	require.InDelta(t, 6.3809, m.Difficulty, 0.0001)

	m = Memory{}
	for range 10 {
		m = m.After(Easy, 0)
	}
	require.Equal(t, 1., m.Difficulty)
}

func TestMemories(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Memory
		for range rapid.IntRange(1, 30).Draw(t, "times") {
			before, g, days := m, Grade(rapid.IntRange(1, 4).Draw(t, "grade")), rapid.IntRange(0, 400).Draw(t, "days")
			m = m.After(g, days)
			require.GreaterOrEqual(t, m.Stability, minStability)
			require.True(t, m.Difficulty >= 1 && m.Difficulty <= 10)
			require.True(t, m.Days() >= 1 && m.Days() <= maxDays)
			require.InDelta(t, retention, m.Recall(int(math.Round(m.Stability))), 0.1)
			if g >= Good && before.Stability > 0 {
				require.GreaterOrEqual(t, m.Stability, before.Stability)
			}
			if g == Again && before.Stability > 0 {
				require.LessOrEqual(t, m.Stability, before.Stability)
			}
		}
	})
}
