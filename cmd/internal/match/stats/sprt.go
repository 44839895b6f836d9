package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test (Wald 1945) between two hypotheses about
// the first engine: that it is Elo0 stronger than the second or that it is Elo1
// stronger, both by the logistic curve. Play goes on until one of them is much more
// likely than the other.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1, both within ±MaxElo
	Alpha      float64 // how often Elo1 may be accepted where Elo0 is true, above 0 and below 0.5
	Beta       float64 // how often Elo1 may be rejected where it is true, above 0 and below 0.5
}

// usualError is the rate of both errors in a test that ParseSPRT returns.
const usualError = 0.05

// ParseSPRT reads the two hypotheses, as in "0,5" or "-2.5, 0", in Elo. Both rates of
// error are 5 %.
func ParseSPRT(text string) (SPRT, error) {
	first, second, ok := strings.Cut(text, ",")
	if !ok {
		return SPRT{}, fmt.Errorf("sprt %.*q: want two numbers, elo0,elo1", quoted, text)
	}
	elo0, err := parseElo(first)
	if err != nil {
		return SPRT{}, err
	}
	elo1, err := parseElo(second)
	if err != nil {
		return SPRT{}, err
	}
	if elo0 >= elo1 {
		return SPRT{}, fmt.Errorf("sprt %.*q: elo0 has to be below elo1", quoted, text)
	}
	return SPRT{Elo0: elo0, Elo1: elo1, Alpha: usualError, Beta: usualError}, nil
}

func parseElo(text string) (float64, error) {
	text = strings.TrimSpace(text)
	elo, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(elo) <= MaxElo) {
		return 0, fmt.Errorf("sprt: %.*q is not a number of Elo within ±%d", quoted, text, MaxElo)
	}
	return elo, nil
}

// quoted is how many letters of a bad text an error shows.
const quoted = 40

// String returns the hypotheses as ParseSPRT reads them.
func (s SPRT) String() string {
	return strconv.FormatFloat(s.Elo0, 'g', -1, 64) + "," + strconv.FormatFloat(s.Elo1, 'g', -1, 64)
}

// Bounds returns the log-likelihood ratios at which the test ends: at low Elo1 is
// rejected, at high it is accepted.
func (s SPRT) Bounds() (low, high float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Decision returns the decision of the test after these pairs.
func (s SPRT) Decision(p Pairs) Decision {
	low, high := s.Bounds()
	switch llr := s.LLR(p); {
	case llr >= high:
		return Accepted
	case llr <= low:
		return Rejected
	}
	return Undecided
}

// Decision is the state of a sequential test.
type Decision uint8

// The states of a test.
const (
	Undecided Decision = iota // more games are needed
	Accepted                  // the first engine is Elo1 stronger rather than Elo0
	Rejected                  // it is Elo0 stronger rather than Elo1
)

// String returns "undecided", "accepted" or "rejected".
func (v Decision) String() string {
	switch v {
	case Accepted:
		return "accepted"
	case Rejected:
		return "rejected"
	}
	return "undecided"
}

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
