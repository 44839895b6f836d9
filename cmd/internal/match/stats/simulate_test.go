package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// chances are the chances of the outcomes of a pair.
type chances [outcomes]float64

// openings returns the chances of a pair where every opening gives one side, whichever
// engine has it, an advantage that is one of some values in Elo, all as likely, and a
// game between equals is drawn with a chance. The games of a pair are independent once
// the opening is known, and so they are not before.
func openings(elo, drawn float64, advantages ...float64) chances {
	var c chances
	for _, advantage := range advantages {
		first, second := game(elo+advantage, drawn), game(elo-advantage, drawn)
		for i, p := range first {
			for j, q := range second {
				c[i+j] += p * q / float64(len(advantages))
			}
		}
	}
	return c
}

// game returns the chances of 0, 1 and 2 half points.
func game(elo, drawn float64) [3]float64 {
	s := Expected(elo)
	d := drawn * 4 * s * (1 - s) // never more than twice the smaller of score and rest
	return [3]float64{1 - s - d/2, d, s - d/2}
}

func (c chances) mean() float64 { return weights(c).mean() }

func (c chances) draw(r *rand.Rand) int {
	u := r.Float64()
	for i, p := range c {
		if u -= p; u < 0 {
			return i
		}
	}
	return outcomes - 1
}

// scenarios are matches of all kinds that have a fair number of pairs.
func scenarios() map[string]chances {
	return map[string]chances{
		"equal, few draws":         openings(0, 0.2, 0),
		"equal, many draws":        openings(0, 0.85, 0),
		"stronger":                 openings(60, 0.6, 0, 50),
		"much stronger":            openings(250, 0.5, 0),
		"openings decide":          openings(10, 0.4, -300, 0, 300),
		"openings decide, unequal": openings(-120, 0.4, 200, 400),
		"pairs won or lost as one": {0.2, 0.02, 0.5, 0.03, 0.25},
		"one upset in a hundred":   {0.01, 0, 0.2, 0.59, 0.2},
	}
}

// trials returns how many matches are simulated: few, or many if ZONDA_LONG is set.
func trials(few, many int) int {
	if os.Getenv("ZONDA_LONG") != "" {
		return many
	}
	return few
}

func TestIntervalHoldsTheTruth(t *testing.T) {
	for name, c := range scenarios() {
		for _, pairs := range []int{156, 1000} {
			t.Run(fmt.Sprintf("%s, %d pairs", name, pairs), func(t *testing.T) {
				held := coverage(c, pairs, trials(3000, 40000))
				require.Greater(t, held, 0.93)
				require.Less(t, held, 0.97)
			})
		}
	}
}

// Where there are few pairs, or few that are not level, the interval may be wide, but
// never narrow.
func TestIntervalOfLittleEvidenceIsHonest(t *testing.T) {
	rare := map[string]chances{
		"rare wins":        {0, 0, 0.99, 0.01, 0},
		"rarer wins":       {0, 0, 0.997, 0.003, 0},
		"rare losses":      {0, 0.015, 0.985, 0, 0},
		"nearly all drawn": {0, 0.02, 0.96, 0.02, 0},
	}
	for name, c := range rare {
		require.Greater(t, coverage(c, 156, trials(3000, 40000)), 0.93, name)
	}
	for name, c := range scenarios() {
		require.Greater(t, coverage(c, 20, trials(3000, 40000)), 0.92, name)
	}
}

// coverage returns how often the interval of a simulated match holds the true Elo.
func coverage(c chances, pairs, matches int) float64 {
	r := rand.New(rand.NewPCG(4, uint64(pairs)))
	truth, held := Elo(c.mean()), 0
	for range matches {
		var p Pairs
		for range pairs {
			p.Add(c.draw(r))
		}
		if e := Measure(games(p), p); e.Low <= truth && truth <= e.High {
			held++
		}
	}
	return float64(held) / float64(matches)
}

func TestIntervalOfRatioHoldsTheTruth(t *testing.T) {
	for name, c := range map[string]struct {
		elo, drawn float64
		advantages []float64
	}{
		"equal, many draws":      {0, 0.85, []float64{0}},
		"stronger":               {60, 0.6, []float64{0, 50}},
		"much stronger":          {250, 0.5, []float64{0}},
		"openings decide":        {10, 0.4, []float64{-300, 0, 300}},
		"openings on the edge":   {40, 0.66, []float64{-130, 130}},
		"openings seldom decide": {20, 0.5, []float64{0, 0, 0, 600}},
	} {
		for _, pairs := range []int{50, 500} {
			held := coverageOfRatio(c.elo, c.drawn, c.advantages, pairs, trials(1500, 40000))
			require.Greater(t, held, 0.93, "%s, %d pairs", name, pairs)
			require.Less(t, held, 0.97, "%s, %d pairs", name, pairs)
		}
	}
}

// coverageOfRatio returns how often the interval of the win ratio of a simulated match holds the true ratio.
func coverageOfRatio(elo, drawn float64, advantages []float64, pairs, matches int) float64 {
	r := rand.New(rand.NewPCG(7, uint64(pairs)))
	wins, losses := 0.0, 0.0
	for _, advantage := range advantages {
		c := game(elo+advantage, drawn)
		d := game(elo-advantage, drawn)
		wins, losses = wins+c[2]+d[2], losses+c[0]+d[0]
	}
	held := 0
	for range matches {
		var p Pairs
		var g Games
		for range pairs {
			advantage := advantages[r.IntN(len(advantages))]
			points := 0
			for _, c := range [][3]float64{game(elo+advantage, drawn), game(elo-advantage, drawn)} {
				switch u := r.Float64(); {
				case u < c[0]:
					g.Losses++
				case u < c[0]+c[1]:
					g.Draws++
					points++
				default:
					g.Wins++
					points += 2
				}
			}
			p.Add(points)
		}
		if e := Measure(g, p); e.WonLostLow <= wins/losses && wins/losses <= e.WonLostHigh {
			held++
		}
	}
	return float64(held) / float64(matches)
}

// tilted returns chances with another mean that resemble the given ones.
func tilted(c chances, mean float64) chances {
	low, high := -50.0, 50.0
	for range 100 {
		var next weights
		tilt := (low + high) / 2
		for i, p := range c {
			next[i] = p * math.Exp(tilt*score(i))
		}
		if next.mean() < mean {
			low = tilt
		} else {
			high = tilt
		}
		total := next.total()
		for i := range next {
			next[i] /= total
		}
		if math.Abs(next.mean()-mean) < 1e-12 {
			return chances(next)
		}
	}
	return c
}

func TestErrorRatesOfSPRT(t *testing.T) {
	matches := trials(800, 10000)
	for name, c := range map[string]chances{
		"few draws":       openings(0, 0.2, 0),
		"many draws":      openings(0, 0.85, 0),
		"openings decide": openings(0, 0.4, -300, 0, 300),
	} {
		s := SPRT{Elo0: 0, Elo1: 30, Alpha: 0.1, Beta: 0.05}
		accepted := rate(s, tilted(c, Expected(s.Elo0)), Accepted, matches)
		require.LessOrEqual(t, accepted, limit(s.Alpha, matches), "%s: Elo1 accepted where Elo0 is true", name)
		rejected := rate(s, tilted(c, Expected(s.Elo1)), Rejected, matches)
		require.LessOrEqual(t, rejected, limit(s.Beta, matches), "%s: Elo1 rejected where it is true", name)
		require.Greater(t, accepted+rejected, 0.03, "%s: so sure a test plays on for too long", name)
	}
}

// limit returns the rate of errors that three deviations of chance above the true rate
// would give.
func limit(rate float64, matches int) float64 {
	return rate + 3*math.Sqrt(rate*(1-rate)/float64(matches))
}

// rate returns how often a test ends with a verdict.
func rate(s SPRT, c chances, verdict Decision, matches int) float64 {
	r := rand.New(rand.NewPCG(5, 6))
	count := 0
	for range matches {
		var p Pairs
		end := Undecided
		for end == Undecided {
			p.Add(c.draw(r))
			end = s.Decision(p)
		}
		if end == verdict {
			count++
		}
	}
	return float64(count) / float64(matches)
}
