package searchtune

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search"
)

// someSettings are those of a short tuning of two parameters.
func someSettings() Settings {
	return Settings{
		Seed: 3, Iterations: 4, Pairs: 2, Rate: 2, Nodes: 1000, Openings: "3move", Evaluation: "note",
		Start: search.DefaultParameters(), Tuned: []string{"deficit", "internal-min"},
	}
}

func TestSettingsCheck(t *testing.T) {
	good := someSettings()
	require.NoError(t, good.Check())
	for message, spoil := range map[string]func(*Settings){
		"iterations 0 is not between 1 and":            func(s *Settings) { s.Iterations = 0 },
		"iterations 1000001 is not between 1 and":      func(s *Settings) { s.Iterations = 1000001 },
		"pairs 0 is not between 1 and 1000":            func(s *Settings) { s.Pairs = 0 },
		"rate NaN is not above 0 and at most 10":       func(s *Settings) { s.Rate = math.NaN() },
		"rate 0 is not above 0 and at most 10":         func(s *Settings) { s.Rate = 0 },
		"rate +Inf is not above 0 and at most 10":      func(s *Settings) { s.Rate = math.Inf(1) },
		"movetime -1s is less than 0":                  func(s *Settings) { s.MoveTime = -time.Second },
		"a move needs either movetime or nodes":        func(s *Settings) { s.MoveTime = time.Second },
		"no parameter is to be tuned":                  func(s *Settings) { s.Tuned = nil },
		`no parameter "x"; there are half-depth-min`:   func(s *Settings) { s.Tuned = []string{"x"} },
		"parameter deficit is to be tuned twice":       func(s *Settings) { s.Tuned = []string{"deficit", "deficit"} },
		"parameter deficit 0 is not between 5 and 300": func(s *Settings) { s.Start.Deficit = 0 },
	} {
		s := someSettings()
		spoil(&s)
		require.ErrorContains(t, s.Check(), message)
	}
	good.Nodes = 0
	require.EqualError(t, good.Check(), "a move needs either movetime or nodes")
}

// Rounding is right in its expectation, never leaves the neighbours of a value, and is the same for both sides.
func TestRandomRounding(t *testing.T) {
	s := someSettings()
	e := Experiment{Plus: []float64{60.25, 7}, Minus: []float64{59.25, 5.5}}
	random := rand.New(rand.NewPCG(1, 2))
	const draws = 20000
	var deficit, internal float64
	for range draws {
		plus, minus := s.pairOf(e, random)
		require.Contains(t, []int{60, 61}, plus.Deficit)
		require.Equal(t, 1, plus.Deficit-minus.Deficit)
		require.Equal(t, 7, plus.InternalMin, "a whole number stays")
		deficit += float64(plus.Deficit) / draws
		internal += float64(minus.InternalMin) / draws
		plus.Deficit, plus.InternalMin = s.Start.Deficit, s.Start.InternalMin
		require.Equal(t, s.Start, plus, "the others stay")
	}
	require.InDelta(t, 60.25, deficit, 0.02)
	require.InDelta(t, 5.5, internal, 0.02)
	require.Equal(t, 61, s.Parameters([]float64{60.5, 5}).Deficit)
	require.Equal(t, 60, s.Parameters([]float64{60.49, 5}).Deficit)
}
