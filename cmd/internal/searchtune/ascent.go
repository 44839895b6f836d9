package searchtune

import (
	"math"
	"math/rand/v2"
)

// Dimension is the range of one coordinate, and the unit in which the ascent moves it.
type Dimension struct{ Lowest, Highest, Step float64 }

// Ascent looks for the highest point of a function that can only be measured with noise, by simultaneous perturbation
// stochastic approximation (SPSA: J. C. Spall, IEEE Transactions on Automatic Control 37, 1992). Each iteration moves
// all coordinates at once to one side and to the other, compares the two points, and moves the point a little towards
// the better side. The schedule of the two distances is that of Spall, IEEE Transactions on Aerospace and Electronic
// Systems 34, 1998.
type Ascent struct {
	Dimensions []Dimension
	Iterations int       // of the whole ascent
	Rate       float64   // how many steps each coordinate moves in the first iteration if the difference is 1
	Point      []float64 // where the ascent is, within the dimensions
	Done       int       // iterations so far
}

// The schedule. Names in parentheses are Spall's.
const (
	moveDecay         = 0.602 // moves shrink with this power of the iteration (alpha)
	perturbationDecay = 0.101 // perturbations shrink with this power of the iteration (gamma)
	slowStart         = 0.1   // the part of the iterations that pass before moves shrink fast (A)
	firstPerturbation = 2     // steps that the first iteration perturbs each coordinate (c)
)

// Experiment holds two points on opposite sides of an ascent's point, which are to be compared.
type Experiment struct {
	Plus, Minus []float64
	signs       []float64 // of Plus, for each coordinate: 1 or -1
}

// Experiment returns the points that the next iteration compares. Points beyond the range are moved back to its end.
func (a *Ascent) Experiment(random *rand.Rand) Experiment {
	e := Experiment{}
	for i, d := range a.Dimensions {
		sign := float64(2*random.IntN(2) - 1)
		by := sign * a.perturbation() * d.Step
		e.signs = append(e.signs, sign)
		e.Plus = append(e.Plus, d.within(a.Point[i]+by))
		e.Minus = append(e.Minus, d.within(a.Point[i]-by))
	}
	return e
}

// Climb ends the iteration of the experiment e: it moves the point by the measured difference, the value of e.Plus
// less the value of e.Minus.
func (a *Ascent) Climb(e Experiment, difference float64) {
	for i, d := range a.Dimensions {
		a.Point[i] = d.within(a.Point[i] + a.move()*difference*e.signs[i]*d.Step)
	}
	a.Done++
}

// perturbation returns how many steps the next iteration perturbs each coordinate (c_k).
func (a *Ascent) perturbation() float64 {
	return firstPerturbation / math.Pow(float64(a.Done+1), perturbationDecay)
}

// move returns how many steps each coordinate moves for a difference of 1 (a_k / 2 c_k).
func (a *Ascent) move() float64 {
	slow := slowStart*float64(a.Iterations) + 1
	gain := math.Pow(slow/(slow+float64(a.Done)), moveDecay)
	return a.Rate * gain * firstPerturbation / a.perturbation()
}

// within returns v, or the end of the range that is nearest to v.
func (d Dimension) within(v float64) float64 { return min(max(v, d.Lowest), d.Highest) }
