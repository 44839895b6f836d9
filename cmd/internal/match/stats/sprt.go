package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/protocol/client/keyvalue"
)

// SPRT is a sequential probability ratio test (Wald 1945) between two hypotheses about
// the first engine: that it is Elo0 stronger than the second or that it is Elo1
// stronger, both by the logistic curve or both by normalized Elo. Play goes on until one of them is much more
// likely than the other.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1, both within ±maxElo
	Alpha      float64 // how often Elo1 may be accepted where Elo0 is true, above 0 and below 0.5
	Beta       float64 // how often Elo1 may be rejected where it is true, above 0 and below 0.5
	Normalized bool    // Elo0 and Elo1 are normalized Elo
}

// usualError is the rate of both errors in a test that ParseSPRT returns.
const usualError = 0.05

// The models of a test.
const (
	logistic   = "logistic"
	normalized = "normalized"
)

// ParseSPRT reads the two hypotheses in Elo, as in "0,5" or "-2.5, 0", or all settings of a test as words, such as
// "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized". Without words both rates of error are 5 %, and the model is logistic.
func ParseSPRT(text string) (s SPRT, err error) {
	s = SPRT{Alpha: usualError, Beta: usualError}
	if strings.Contains(text, "=") {
		err = s.parseWords(text)
	} else {
		err = s.parsePair(text)
	}
	switch {
	case err != nil:
		return SPRT{}, err
	case s.Elo0 >= s.Elo1:
		return SPRT{}, fmt.Errorf("sprt %.*q: elo0 has to be below elo1", quoted, text)
	}
	return s, nil
}

// parsePair reads the two hypotheses with a comma between them.
func (s *SPRT) parsePair(text string) (err error) {
	first, second, ok := strings.Cut(text, ",")
	if !ok {
		return fmt.Errorf("sprt %.*q: want two numbers, elo0,elo1", quoted, text)
	}
	if s.Elo0, err = parseElo(first); err != nil {
		return err
	}
	s.Elo1, err = parseElo(second)
	return err
}

// parseWords reads the settings of a test.
func (s *SPRT) parseWords(text string) error {
	all, err := keyvalue.Parse(text)
	if err != nil {
		return fmt.Errorf("sprt: %w", err)
	}
	for _, w := range all {
		switch w.Key {
		case "elo0":
			s.Elo0, err = parseElo(w.Value)
		case "elo1":
			s.Elo1, err = parseElo(w.Value)
		case "alpha":
			s.Alpha, err = parseRate(w)
		case "beta":
			s.Beta, err = parseRate(w)
		case "model":
			if s.Normalized = w.Value == normalized; !s.Normalized && w.Value != logistic {
				err = fmt.Errorf("sprt: model %.*q is neither %s nor %s", quoted, w.Value, logistic, normalized)
			}
		default:
			err = fmt.Errorf("sprt: unknown key %.*q: there are elo0, elo1, alpha, beta, model", quoted, w.Key)
		}
		if err != nil {
			return err
		}
	}
	if !keyvalue.Has(all, "elo0") || !keyvalue.Has(all, "elo1") {
		return errors.New("sprt: elo0= or elo1= is missing")
	}
	return nil
}

// parseRate reads a rate of error.
func parseRate(w keyvalue.Word) (float64, error) {
	const maximum = 0.5
	rate, err := strconv.ParseFloat(w.Value, 64)
	if err != nil || !(rate > 0 && rate < maximum) {
		return 0, fmt.Errorf("sprt: %s %.*q is not between 0 and %g", w.Key, quoted, w.Value, maximum)
	}
	return rate, nil
}

func parseElo(text string) (float64, error) {
	text = strings.TrimSpace(text)
	elo, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(elo) <= maxElo) {
		return 0, fmt.Errorf("sprt: %.*q is not a number of Elo within ±%d", quoted, text, maxElo)
	}
	return elo, nil
}

// quoted is the number of characters of a bad text that an error shows.
const quoted = 40

// String returns the test as ParseSPRT reads it.
func (s SPRT) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	if s == (SPRT{Elo0: s.Elo0, Elo1: s.Elo1, Alpha: usualError, Beta: usualError}) {
		return number(s.Elo0) + "," + number(s.Elo1)
	}
	return fmt.Sprintf("elo0=%s elo1=%s alpha=%s beta=%s model=%s", number(s.Elo0), number(s.Elo1), number(s.Alpha), number(s.Beta), s.Model())
}

// Model returns "logistic" or "normalized".
func (s SPRT) Model() string {
	if s.Normalized {
		return normalized
	}
	return logistic
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
	if s.Normalized {
		return w.normalizedLLR(s.Elo0, s.Elo1)
	}
	score0, score1 := Expected(s.Elo0), Expected(s.Elo1)
	return w.likelihood(w.around(score1)) - w.likelihood(w.around(score0))
}

// distribution holds the shares of the outcomes of pairs.
type distribution [outcomes]float64

// likelihood returns the logarithm of the likelihood of the weights under a distribution.
func (w weights) likelihood(of distribution) (sum float64) {
	for i, n := range w {
		sum += n * math.Log(of[i])
	}
	return sum
}

// around returns the distribution with the given mean, above 0 and below 1, that makes the weights most likely.
func (w weights) around(mean float64) distribution {
	var excess [outcomes]float64
	for i := range excess {
		excess[i] = score(i) - mean
	}
	return w.without(excess)
}

// without returns the distribution under which the mean of the excesses is 0 that makes the weights most likely. Some excesses must be
// above 0 and some below. From the observed shares q this distribution is p[i] = q[i] / (1 + tilt*excess[i]), where tilt is Lagrange's
// multiplier of the mean. It is the root of a function that falls from plus to minus infinity between the poles of the two extreme
// excesses.
func (w weights) without(excess [outcomes]float64) (maximum distribution) {
	low, high := -1/slices.Max(excess[:]), -1/slices.Min(excess[:])
	tilt := low + (high-low)/2
	for low < tilt && tilt < high { // until no number lies between low and high, or an excess is not a number
		sum := 0.0
		for i, n := range w {
			sum += n * excess[i] / (1 + tilt*excess[i])
		}
		if sum > 0 {
			low = tilt
		} else {
			high = tilt
		}
		tilt = low + (high-low)/2
	}
	for i, n := range w {
		maximum[i] = n / w.total() / (1 + tilt*excess[i])
	}
	return maximum
}

// normalizedLLR is LLR for normalized Elo: the difference between the expected score and a half in standard deviations of a game, times
// perDeviation.
func (w weights) normalizedLLR(elo0, elo1 float64) float64 {
	pair := func(elo float64) float64 { return elo / perDeviation * math.Sqrt2 } // the deviation of a pair's score is smaller by the root of 2
	return w.likelihood(w.apart(pair(elo1))) - w.likelihood(w.apart(pair(elo0)))
}

// apart returns the distribution whose mean is so many of its own standard deviations above a half that makes the weights most likely.
// Each step fixes the deviation where the last step has left it, and the derivative of the condition there.
func (w weights) apart(deviations float64) distribution {
	const steps, close = 100, 1e-12
	found := distribution{}
	for i := range found {
		found[i] = 1.0 / outcomes
	}
	for range steps {
		mean, deviation := weights(found).mean(), math.Sqrt(weights(found).variance())
		var excess [outcomes]float64
		for i := range excess {
			away := (mean - score(i)) / deviation
			excess[i] = score(i) - level - deviations*deviation*(1+away*away)/2
		}
		if slices.Min(excess[:]) >= 0 || slices.Max(excess[:]) <= 0 {
			return found // the difference is larger than five outcomes can have
		}
		next := w.without(excess)
		change := 0.0
		for i := range next {
			change = max(change, math.Abs(next[i]-found[i]))
		}
		if found = next; change < close {
			break
		}
	}
	return found
}
