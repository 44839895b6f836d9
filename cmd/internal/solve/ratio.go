package solve

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Ratio is how an effort of one run relates to that of another, over problems that both
// solved.
type Ratio struct {
	Mean     float64   `json:"mean"`     // geometric
	Interval *Interval `json:"interval"` // nil with a single problem
	Less     int       `json:"less"`     // problems that took less of it
	More     int       `json:"more"`
	Same     int       `json:"same"`
}

// Interval is where a mean lies with 95 % confidence.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// ratio returns that of the newer efforts to the older ones, nil without pairs. The
// interval is Student's for the mean of paired differences of logarithms.
func ratio(pairs []pair, m Measure) *Ratio {
	if len(pairs) == 0 {
		return nil
	}
	r := &Ratio{}
	logs := make([]float64, len(pairs))
	for i, p := range pairs {
		older, newer := p.older.Solution.In(m), p.newer.Solution.In(m)
		logs[i] = math.Log(newer / older)
		switch {
		case newer < older:
			r.Less++
		case newer > older:
			r.More++
		default:
			r.Same++
		}
	}
	n := float64(len(logs))
	mean, squares := 0.0, 0.0
	for _, v := range logs {
		mean += v / n
	}
	for _, v := range logs {
		squares += (v - mean) * (v - mean)
	}
	r.Mean = math.Exp(mean)
	if n > 1 {
		standardError := math.Sqrt(squares / (n - 1) / n)
		half := studentBound(n-1) * standardError
		r.Interval = &Interval{math.Exp(mean - half), math.Exp(mean + half)}
	}
	return r
}

// mcNemar returns the exact two-sided p of two counts that would be equally likely to
// grow: the problems that only one of two runs solved.
func mcNemar(a, b int) float64 {
	if a == b {
		return 1
	}
	fewer, more := float64(min(a, b)), float64(max(a, b))
	return min(1, 2*mathext.RegIncBeta(more, fewer+1, 0.5)) // the distribution function of the binomial
}

// studentBound returns the number that a variable with Student's distribution of this number of degrees of freedom exceeds, in
// size, in 5 % of all cases.
func studentBound(degrees float64) float64 {
	const outside = 0.05
	x := mathext.InvRegIncBeta(degrees/2, 0.5, outside)
	return math.Sqrt(degrees * (1 - x) / x)
}
