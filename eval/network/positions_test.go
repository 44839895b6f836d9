package network

import "math/rand/v2"

// randomWeights returns weights as they may be learned, always the same for a seed.
func randomWeights(hidden int, seed uint64) *Weights {
	const inputs, bias = 0.5, 0.3            // the largest
	outputs := min(1.9, 512/float32(hidden)) // so that the sums fit 32 bits
	random := rand.New(rand.NewPCG(seed, 0))
	fill := func(weights []float32, largest float32) {
		for i := range weights {
			weights[i] = largest * (2*random.Float32() - 1)
		}
	}
	w := NewWeights(hidden)
	w.Note = "made for a test"
	fill(w.Input, inputs)
	fill(w.Shared, bias)
	fill(w.InputBias, bias)
	fill(w.Output, outputs)
	fill(w.OutputBias, bias)
	return w
}
