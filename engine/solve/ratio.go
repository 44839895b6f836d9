package solve

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
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
	r.Mean = math.Exp(stat.Mean(logs, nil))
	if n := float64(len(logs)); n > 1 {
		mean, deviation := stat.MeanStdDev(logs, nil)
		const upper = 0.975 // of 95 %, as much is left out on either side
		half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(upper) * stat.StdErr(deviation, n)
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
	fair := distuv.Binomial{N: float64(a + b), P: 0.5}
	return min(1, 2*fair.CDF(float64(min(a, b))))
}
