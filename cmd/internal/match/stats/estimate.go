package stats

import "math"

// Estimate is the estimated strength of the first engine against the second.
type Estimate struct {
	Score float64 `json:"score"` // points a game, 0 to 1

	// Elo is the difference, Low to High its 95 % interval. All are cut to ±MaxElo, so that Low and High
	// are equal where the whole interval lies beyond it, and Low <= Elo <= High.
	Elo  float64 `json:"elo"`
	Low  float64 `json:"elo_low"`
	High float64 `json:"elo_high"`

	LOS float64 `json:"los"` // the likelihood of superiority: the probability that the true difference is above 0
}

const (
	// priorPairs is added to the count of each outcome before the variance is computed. Without it the
	// variance of pairs that all ended alike would be 0, and the estimate would look certain. With a
	// quarter, the interval of n level pairs is ±0.775/n in score. That is close to what is known about
	// them: with 95 % confidence the share of another outcome is below 3/n, and the nearest other outcomes
	// move the score by a quarter. With a thousand pairs of the usual spread the effect is too small to be
	// seen.
	priorPairs = 0.25

	// deviations is how many standard deviations on each side of the mean hold 95 % of a normal
	// distribution.
	deviations = 1.959963984540054
)

// Measure returns the estimate of games and their pairs. The games may include games whose pair is not
// complete: the score is that of all games, and its error is computed from the pairs alone. Without
// pairs the interval is ±MaxElo and the likelihood of superiority is 0.5.
func Measure(g Games, p Pairs) Estimate {
	score := g.Score()
	if p.Total() == 0 {
		return Estimate{Score: score, Elo: Elo(score), Low: -MaxElo, High: MaxElo, LOS: level}
	}
	sigma := math.Sqrt(p.weights(priorPairs).variance() / float64(p.Total()))
	return Estimate{
		Score: score,
		Elo:   Elo(score),
		Low:   Elo(score - deviations*sigma),
		High:  Elo(score + deviations*sigma),
		LOS:   normalCDF((score - level) / sigma),
	}
}

// normalCDF returns the probability that a standard normal variable is below z.
func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }
