package stats

import "math"

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
