package stats

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
