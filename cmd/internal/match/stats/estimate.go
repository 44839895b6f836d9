package stats

import (
	"math"
)

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

// MaxElo is the largest difference that is ever claimed, in Elo. It belongs to a score of 0.999;
// thousands of games would be needed to tell a larger difference from it.
const MaxElo = 1200

// eloScale is the difference at which the odds are ten to one.
const eloScale = 400

// Elo returns the difference in Elo, by the logistic curve, at which a score (0 to 1,
// points a game) is expected. It is within ±MaxElo.
func Elo(score float64) float64 {
	switch {
	case score <= 0:
		return -MaxElo
	case score >= 1:
		return MaxElo
	}
	return clip(eloScale * math.Log10(score/(1-score)))
}

// Expected returns the score, in points a game, that a side expects if it is elo stronger than the
// other side. It is the inverse of Elo.
func Expected(elo float64) float64 {
	return 1 / (1 + math.Pow(10, -clip(elo)/eloScale))
}

func clip(elo float64) float64 { return max(-MaxElo, min(MaxElo, elo)) }

// weights are counts of the outcomes of pairs that need not be whole.
type weights [outcomes]float64

// score returns the score of an outcome of a pair, in points a game, 0 to 1. All means here are in
// points a game. A variance is that of one pair, so it is divided by the number of pairs to get the
// squared error of a mean.
func score(outcome int) float64 { return float64(outcome) / (outcomes - 1) }

func (w weights) total() float64 {
	total := 0.0
	for _, n := range w {
		total += n
	}
	return total
}

func (w weights) mean() float64 {
	sum := 0.0
	for i, n := range w {
		sum += n * score(i)
	}
	return sum / w.total()
}

// variance returns the variance of one pair.
func (w weights) variance() float64 {
	mean, sum := w.mean(), 0.0
	for i, n := range w {
		sum += n * (score(i) - mean) * (score(i) - mean)
	}
	return sum / w.total()
}
