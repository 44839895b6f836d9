package train

import "math"

// adam holds the running means of the gradients and of their squares (Kingma and Ba 2014).
type adam struct{ means, squares []float32 }

func newAdam(n int) adam { return adam{means: make([]float32, n), squares: make([]float32, n)} }

// The parameters of Adam, with the values that its authors propose: the decay rates of the two means, and a small number
// against a division by 0.
const (
	meanDecay   = 0.9
	squareDecay = 0.999
	epsilon     = 1e-8
)

// stepSize holds the factors of a step that are the same for all weights.
type stepSize struct{ rate, meanScale, squareScale float32 }

// stepSizeOf returns the factors of step number n, counted from 1. The two means begin with 0, and the scales correct that.
func stepSizeOf(rate float64, n int) stepSize {
	return stepSize{
		rate:        float32(rate),
		meanScale:   float32(1 / (1 - math.Pow(meanDecay, float64(n)))),
		squareScale: float32(1 / (1 - math.Pow(squareDecay, float64(n)))),
	}
}

// move changes weight i by a step against the gradient. The conversions to float32 keep the compiler from fusing a
// multiplication with an addition, so that builds for all processors learn the same weights.
func (a adam) move(weights []float32, i int, gradient float32, s stepSize) {
	mean := float32(meanDecay*a.means[i]) + float32((1-meanDecay)*gradient)
	square := float32(squareDecay*a.squares[i]) + float32((1-squareDecay)*float32(gradient*gradient))
	a.means[i], a.squares[i] = mean, square
	deviation := float32(math.Sqrt(float64(float32(square*s.squareScale)))) + epsilon
	weights[i] -= float32(s.rate*float32(mean*s.meanScale)) / deviation
}
