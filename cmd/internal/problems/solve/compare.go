package solve

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Comparison is the comparison of two runs over the same problems. Two problems are the same if their
// ids and positions are equal.
type Comparison struct {
	Both       int `json:"both"` // solved in both runs
	Neither    int `json:"neither"`
	Unanswered int `json:"unanswered"` // in one of the runs at least

	OnlyOld []Position `json:"only_old"` // solved in the old run only, as they are there
	OnlyNew []Position `json:"only_new"`
	Gone    []Position `json:"gone"`  // not in the new run at all
	Added   []Position `json:"added"` // not in the old one

	Time  *Ratio `json:"time"` // the new run to the old, over the problems solved in both; nil if there are none
	Nodes *Ratio `json:"nodes"`
	Depth *Ratio `json:"depth"`

	// McNemar is the probability that two equally good runs differ at least as much as these in the
	// problems that they solve, by McNemar's exact test.
	McNemar float64 `json:"mcnemar_p"`

	// Warnings say what makes the runs hard to compare.
	Warnings []string `json:"warnings"`

	// CommonOld and CommonNew are the runs cut down to the problems of both that have an
	// answer in both, so that their curves compare.
	CommonOld *Record `json:"-"`
	CommonNew *Record `json:"-"`
}

// Compare compares two runs.
func Compare(older, newer *Record) Comparison {
	c := Comparison{
		OnlyOld: []Position{}, OnlyNew: []Position{}, Gone: []Position{}, Added: []Position{},
		Warnings:  differences(older, newer),
		CommonOld: &Record{Conditions: older.Conditions},
		CommonNew: &Record{Conditions: newer.Conditions},
	}
	pairs, changed := c.match(older, newer)
	if len(pairs) == 0 {
		c.warn("the runs have no position in common")
	}
	if changed > 0 {
		c.warn("%d positions have another answer in the new run", changed)
	}
	for _, p := range pairs {
		c.count(p)
	}
	both := make([]pair, 0, len(pairs))
	for _, p := range pairs {
		if p.older.Solution != nil && p.newer.Solution != nil {
			both = append(both, p)
		}
	}
	c.Time, c.Nodes, c.Depth = ratio(both, Time), ratio(both, Nodes), ratio(both, Depth)
	c.McNemar = mcNemar(len(c.OnlyOld), len(c.OnlyNew))
	return c
}

// pair is a problem in both runs.
type pair struct{ older, newer Position }

// match returns the problems of both runs and how many of them have another answer, and keeps the
// problems of only one run in c. A problem that a suite has twice counts as two problems.
func (c *Comparison) match(older, newer *Record) (pairs []pair, changed int) {
	type key struct{ id, fen string }
	waiting := map[key][]Position{}
	for _, p := range newer.Positions {
		k := key{p.ID, p.FEN}
		waiting[k] = append(waiting[k], p)
	}
	paired := map[key]int{}
	for _, p := range older.Positions {
		k := key{p.ID, p.FEN}
		if len(waiting[k]) == 0 {
			c.Gone = append(c.Gone, p)
			continue
		}
		pairs = append(pairs, pair{p, waiting[k][0]})
		if p.Wanted != waiting[k][0].Wanted {
			changed++
		}
		waiting[k] = waiting[k][1:]
		paired[k]++
	}
	for _, p := range newer.Positions {
		k := key{p.ID, p.FEN}
		if paired[k] == 0 {
			c.Added = append(c.Added, p)
			continue
		}
		paired[k]--
	}
	return pairs, changed
}

// count adds a problem to the counts of c.
func (c *Comparison) count(p pair) {
	if p.older.Solved == nil || p.newer.Solved == nil {
		c.Unanswered++
		return
	}
	c.CommonOld.include(p.older)
	c.CommonNew.include(p.newer)
	switch {
	case *p.older.Solved && *p.newer.Solved:
		c.Both++
	case *p.older.Solved:
		c.OnlyOld = append(c.OnlyOld, p.older)
	case *p.newer.Solved:
		c.OnlyNew = append(c.OnlyNew, p.newer)
	default:
		c.Neither++
	}
}

func (c *Comparison) warn(format string, arguments ...any) {
	c.Warnings = append(c.Warnings, fmt.Sprintf(format, arguments...))
}

// differences returns texts that say in which conditions the runs differ, and which run was
// interrupted.
func differences(older, newer *Record) []string {
	all := []string{}
	a, b := older.Conditions, newer.Conditions
	for _, condition := range []struct {
		name         string
		older, newer any
	}{
		{"movetime", a.MoveTime, b.MoveTime},
		{"depth", a.Depth, b.Depth},
		{"nodes", a.Nodes, b.Nodes},
		{"threads", a.Threads, b.Threads},
		{"hash", a.HashMiB, b.HashMiB},
		{"evaluation", a.Evaluation, b.Evaluation},
		{"endgame databases", a.EGDB, b.EGDB},
		{"as-played", a.AsPlayed, b.AsPlayed},
		{"without", cmp.Or(a.Without, "nothing"), cmp.Or(b.Without, "nothing")},
		{"parameter", cmp.Or(a.Parameter, "the default"), cmp.Or(b.Parameter, "the default")},
	} {
		if condition.older != condition.newer {
			all = append(all, fmt.Sprintf("the runs differ in %s: %v and %v", condition.name, condition.older, condition.newer))
		}
	}
	if older.Interrupted {
		all = append(all, "the old run was interrupted")
	}
	if newer.Interrupted {
		all = append(all, "the new run was interrupted")
	}
	return all
}

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
