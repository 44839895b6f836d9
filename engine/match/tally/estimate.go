package tally

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Estimate is a claim about the strength of the first engine against the second.
type Estimate struct {
	Score float64 // points a game, 0 to 1

	// Elo is the difference, Low to High its 95 % interval. All are within ±MaxElo
	// and Low <= Elo <= High.
	Elo, Low, High float64

	LOS float64 // the likelihood of superiority: of the true difference being above 0
}

const (
	// priorPairs is added to the count of each outcome before the variance is taken.
	// Without it pairs that all ended alike would claim to be certain. With a quarter n
	// level pairs say ±0.775/n in score. That is what is known of them: with 95 %
	// confidence the share of another outcome is below 3/n, and the nearest others move
	// the score by a quarter. At a thousand pairs of the usual spread it is not felt.
	priorPairs = 0.25

	// deviations on each side hold 95 % of a normal distribution.
	deviations = 1.959963984540054
)

// Measure returns what the games say. They may hold games whose pair is not complete:
// the score is that of all games, its error comes from the pairs alone. Without pairs
// the interval is all there is, ±MaxElo, and the likelihood of superiority 0.5.
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
		LOS:   distuv.UnitNormal.CDF((score - level) / sigma),
	}
}
