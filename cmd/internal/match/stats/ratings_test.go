package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// simulatePairs returns pairs of games between engines of strengths in theta, first move and draws last. In each opening one side has an
// advantage, so that the games of a pair depend on one another.
func simulatePairs(random *rand.Rand, theta []float64, pairs int) (games []RatedGame) {
	n := len(theta) - otherParameters
	for a := range n {
		for b := range a {
			for range pairs {
				biased := append([]float64{}, theta...)
				biased[n+firstMove] += random.NormFloat64()
				pair := len(games)
				for _, e := range [][2]int{{a, b}, {b, a}} {
					g := RatedGame{Black: e[0], White: e[1], Pair: pair}
					c, x := outcomeChances(n, biased, g), random.Float64()
					if x > c[0] {
						g.Points++
					}
					if x > c[0]+c[1] {
						g.Points++
					}
					games = append(games, g)
				}
			}
		}
	}
	return games
}

// likelihood is the logarithm of the model's probability of games and the prior, written down a second time: with strengths in
// place of their logarithms.
func likelihood(n int, theta []float64, games []RatedGame) (sum float64) {
	add := func(black, white, points int, weight float64) {
		b, w := math.Exp(theta[black]+theta[n]), math.Exp(theta[white])
		draw := math.Exp(theta[n+1]) * math.Sqrt(b*w)
		sum += weight * math.Log([]float64{w, draw, b}[points]/(b+draw+w))
	}
	met := map[int]bool{}
	for _, g := range games {
		add(g.Black, g.White, g.Points, 1)
		if key := min(g.Black, g.White)*n + max(g.Black, g.White); !met[key] {
			met[key] = true
			for points := range 3 {
				add(g.Black, g.White, points, 0.1)
				add(g.White, g.Black, points, 0.1)
			}
		}
	}
	return sum
}

// climb finds the most likely parameters by steps along one of them at a time.
func climb(n int, games []RatedGame) []float64 {
	theta := make([]float64, n+2)
	best := likelihood(n, theta, games)
	for step := 1.0; step > 1e-7; {
		better := false
		for i := range theta {
			for _, way := range []float64{step, -step} {
				theta[i] += way
				if l := likelihood(n, theta, games); l > best {
					best, better = l, true
				} else {
					theta[i] -= way
				}
			}
		}
		if !better {
			step /= 2
		}
	}
	return theta
}

func TestRate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	games := simulatePairs(random, []float64{0.9, 0.3, -0.2, -1, 0.2, 0.7}, 60)
	r, err := Rate(4, games)
	require.NoError(t, err)
	want := climb(4, games)
	for i := range 4 {
		require.InDelta(t, want[i]-want[0], r.theta[i]-r.theta[0], 1e-4)
	}
	require.InDelta(t, want[4], r.theta[4], 1e-4, "the first move")
	require.InDelta(t, want[5], r.theta[5], 1e-4, "draws")
	sum := 0.0
	for i := range 4 {
		elo, _ := r.Rating(i)
		sum += elo
	}
	require.InDelta(t, 0, sum, 1e-6)
}

// The errors are those that resampling of the pairs finds.
func TestRatingErrors(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	games := simulatePairs(random, []float64{0.5, 0, -0.5, 0.1, 1}, 100)
	r, err := Rate(3, games)
	require.NoError(t, err)
	const samples = 400
	var sum, squares [3]float64
	for range samples {
		var sample []RatedGame
		for i := range len(games) / 2 {
			k := 2 * random.IntN(len(games)/2)
			for _, g := range games[k : k+2] {
				g.Pair = i
				sample = append(sample, g)
			}
		}
		resampled, err := Rate(3, sample)
		require.NoError(t, err)
		for i := range sum {
			elo, _ := resampled.Difference(i, (i+1)%3)
			sum[i], squares[i] = sum[i]+elo, squares[i]+elo*elo
		}
	}
	for i := range sum {
		_, width := r.Difference(i, (i+1)%3)
		mean := sum[i] / samples
		require.InEpsilon(t, deviations*math.Sqrt(squares[i]/samples-mean*mean), width, 0.15, "%d", i)
	}
}

// Two engines of nearly the same strength have the difference, the interval and the likelihood of superiority of a match report.
func TestRatingsOfTwo(t *testing.T) {
	games := simulatePairs(rand.New(rand.NewPCG(3, 3)), []float64{0.1, -0.1, 0.1, 1}, 500)
	var count Games
	var pairs Pairs
	for i := 0; i < len(games); i += 2 { // the first engine is White, then Black
		first, second := 2-games[i].Points, games[i+1].Points
		pairs.Add(first + second)
		for _, points := range []int{first, second} {
			*[]*int{&count.Losses, &count.Draws, &count.Wins}[points]++
		}
	}
	r, err := Rate(2, games)
	require.NoError(t, err)
	elo, width := r.Difference(0, 1)
	e := Measure(count, pairs)
	require.InDelta(t, e.Elo, elo, 1)
	require.InDelta(t, (e.High-e.Low)/2, width, 1)
	require.InDelta(t, e.LOS, r.Superior(0, 1), 0.01)
}

func TestRatingsOfFew(t *testing.T) {
	for name, test := range map[string]struct {
		games    []RatedGame
		low, top float64 // of the difference
	}{
		"all won":   {[]RatedGame{{0, 1, 2, 0}, {1, 0, 0, 0}, {0, 1, 2, 1}, {1, 0, 0, 1}}, 300, 1000},
		"all drawn": {[]RatedGame{{0, 1, 1, 0}, {1, 0, 1, 0}}, -1e-6, 1e-6},
		"one":       {[]RatedGame{{0, 1, 2, 0}}, 50, 1000},
	} {
		r, err := Rate(2, test.games)
		require.NoError(t, err, name)
		elo, width := r.Difference(0, 1)
		require.True(t, test.low <= elo && elo <= test.top, "%s: %g", name, elo)
		require.Greater(t, width, 30.0, name)
		require.Less(t, r.Superior(0, 1), 0.9999, name)
		require.InDelta(t, 1, r.Superior(0, 1)+r.Superior(1, 0), 1e-9)
		require.Equal(t, 0.5, r.Superior(1, 1))
	}
	for _, apart := range []int{3, 4} {
		_, err := Rate(apart, []RatedGame{{0, 1, 2, 0}, {2, 2 % apart, 1, 1}})
		require.ErrorIs(t, err, ErrApart)
	}
	_, err := Rate(0, nil)
	require.ErrorIs(t, err, ErrApart)
}
