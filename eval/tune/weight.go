package tune

import "math"

// weight is a weight, in logisticUnits, and the sum of its squared gradients (AdaGrad).
type weight struct{ value, squares float32 }

// firstSquares keeps the first steps of a weight small.
const firstSquares = 0.1

func (w *weight) move(gradient, rate float32) {
	w.squares += gradient * gradient
	w.value -= rate * gradient / float32(math.Sqrt(float64(w.squares)+firstSquares))
}

// adam is a weight, in logisticUnits, with running means of its gradients and their squares.
type adam struct{ value, mean, squares float32 }

// The memories of Adam (Kingma and Ba 2014), with the values that they propose.
const (
	meanMemory   = 0.9
	squareMemory = 0.999
	least        = 1e-8
)

// step moves a weight by Adam: heuristics occur in all samples, and their gradients
// are sums over a batch.
func (a *adam) step(gradient, rate float32, steps int) {
	a.mean = meanMemory*a.mean + (1-meanMemory)*gradient
	a.squares = squareMemory*a.squares + (1-squareMemory)*gradient*gradient
	mean := a.mean / float32(1-math.Pow(meanMemory, float64(steps)))
	squares := a.squares / float32(1-math.Pow(squareMemory, float64(steps)))
	a.value -= rate * mean / (float32(math.Sqrt(float64(squares))) + least)
}
