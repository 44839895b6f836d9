package stats

import "math"

// priorOutcome is added to the count of each outcome before likelihoods are taken, so that any expected
// score is possible. It is so small that a single pair outweighs it.
const priorOutcome = 1e-3

// LLR returns the logarithm of how many times more likely the pairs are under Elo1
// than under Elo0, and 0 if there are none. A hypothesis fixes only the expected score
// of a pair; each is given the distribution of the five outcomes that makes the pairs
// most likely. This generalised ratio behaves like that of an SPRT (Michel Van den
// Bergh, notes on the generalised SPRT for chess engines).
func (s SPRT) LLR(p Pairs) float64 {
	if p.Total() == 0 {
		return 0
	}
	w := p.weights(priorOutcome)
	score0, score1 := Expected(s.Elo0), Expected(s.Elo1)
	tilt0, tilt1 := w.tilt(score0), w.tilt(score1)
	llr := 0.0
	for i, n := range w {
		llr += n * math.Log((1+tilt0*(score(i)-score0))/(1+tilt1*(score(i)-score1)))
	}
	return llr
}

// tilt returns the parameter of the most likely distribution with the given mean, which is above 0 and
// below 1. From the observed shares q this distribution is p[i] = q[i] / (1 + tilt*(score(i)-mean)),
// where tilt is Lagrange's multiplier of the mean. It is the root of a function that falls from plus to
// minus infinity between the poles of the two extreme outcomes.
func (w weights) tilt(mean float64) float64 {
	low, high := -1/(1-mean), 1/mean
	for {
		tilt := low + (high-low)/2
		if !(low < tilt && tilt < high) {
			return tilt // no number lies between low and high, or the mean is not a number
		}
		excess := 0.0
		for i, n := range w {
			excess += n * (score(i) - mean) / (1 + tilt*(score(i)-mean))
		}
		if excess > 0 {
			low = tilt
		} else {
			high = tilt
		}
	}
}
