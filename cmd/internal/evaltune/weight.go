package evaltune

import "math"

// weight is a weight of a pattern, in units of logisticUnit, and the sum of its squared gradients (AdaGrad).
type weight struct{ value, squares float32 }

// firstSquares is added to the sum of squared gradients, so that the first steps of a weight are small.
const firstSquares = 0.1

// move changes a weight by one step of AdaGrad.
func (w *weight) move(gradient, rate float32) {
	w.squares += gradient * gradient
	w.value -= rate * gradient / float32(math.Sqrt(float64(w.squares)+firstSquares))
}

// adam is a weight of a heuristic, in units of logisticUnit, with running means of its gradients and of their squares.
type adam struct{ value, mean, squares float32 }

// The parameters of Adam (Kingma and Ba 2014), with the values that its authors propose: the decay rates of the two means,
// and a small number against a division by 0.
const (
	meanDecay   = 0.9
	squareDecay = 0.999
	epsilon     = 1e-8
)

// step changes a weight by one step of Adam; steps is the number of its steps so far, this one included. Heuristics
// are not zero in most samples, so that their gradients are means over a batch.
func (a *adam) step(gradient, rate float32, steps int) {
	a.mean = meanDecay*a.mean + (1-meanDecay)*gradient
	a.squares = squareDecay*a.squares + (1-squareDecay)*gradient*gradient
	mean := a.mean / float32(1-math.Pow(meanDecay, float64(steps)))
	squares := a.squares / float32(1-math.Pow(squareDecay, float64(steps)))
	a.value -= rate * mean / (float32(math.Sqrt(float64(squares))) + epsilon)
}
