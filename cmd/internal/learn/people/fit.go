package people

import (
	"math"

	"github.com/zonda-checkers/zonda/eval"
)

// parameters is the number of numbers of eval.People.
const parameters = 4

// chancesWithSlopes returns the chances of each result of a sample, and how each of them changes with each number of the rule.
func chancesWithSlopes(p eval.People, s sample) (chances [win + 1]float64, slopes [win + 1][parameters]float64) {
	men, h := eval.PeopleInputs(s.score, s.pieces)
	t := math.Exp(p.T0 + p.T1*h)
	c := p.Chances(s.score, s.pieces)
	chances = [...]float64{loss: c.Loss, draw: c.Draw, win: c.Win}
	ofWin, ofLoss := c.Win*(1-c.Win), c.Loss*(1-c.Loss)
	byU := [...]float64{loss: -ofLoss, draw: ofLoss - ofWin, win: ofWin}
	byT := [...]float64{loss: -ofLoss, draw: ofLoss + ofWin, win: -ofWin}
	inner := [parameters]float64{men, men * h, t, t * h} // how u (the first two) and t change with each number
	for r := range slopes {
		slopes[r] = [parameters]float64{byU[r] * inner[0], byU[r] * inner[1], byT[r] * inner[2], byT[r] * inner[3]}
	}
	return chances, slopes
}

// minChance bounds the logarithm of a chance.
const minChance = 1e-9

// fit returns the rule under which the results of the samples are most likely. It is found by Fisher's scoring: Newton's method with the
// expected curvature, which is never negative.
func fit(samples []sample) eval.People {
	const (
		steps    = 100
		small    = 1e-9 // a step that ends the fit
		longest  = 1    // the largest change of a number in a step
		ridge    = 1e-6 // keeps the equations solvable where the samples say nothing of a number
		firstMan = 1
	)
	p := eval.People{B: firstMan}
	for range steps {
		var gradient [parameters]float64
		var curvature [parameters][parameters]float64
		for _, s := range samples {
			chances, slopes := chancesWithSlopes(p, s)
			for i := range parameters {
				gradient[i] += slopes[s.result][i] / max(chances[s.result], minChance)
				for j := range parameters {
					for r := range chances {
						curvature[i][j] += slopes[r][i] * slopes[r][j] / max(chances[r], minChance)
					}
				}
			}
		}
		for i := range parameters {
			curvature[i][i] += ridge
		}
		step := solve(curvature, gradient)
		size := 0.0
		for i := range step {
			step[i] = min(max(step[i], -longest), longest)
			size = max(size, math.Abs(step[i]))
		}
		p.B, p.B1, p.T0, p.T1 = p.B+step[0], p.B1+step[1], p.T0+step[2], p.T1+step[3]
		if size < small {
			break
		}
	}
	return p
}

// solve returns x with a x = b, for a positive definite matrix, by elimination.
func solve(a [parameters][parameters]float64, b [parameters]float64) (x [parameters]float64) {
	for i := range parameters {
		for j := i + 1; j < parameters; j++ {
			factor := a[j][i] / a[i][i]
			for k := i; k < parameters; k++ {
				a[j][k] -= factor * a[i][k]
			}
			b[j] -= factor * b[i]
		}
	}
	for i := parameters - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < parameters; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
