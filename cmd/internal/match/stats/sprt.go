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
