package train

import "github.com/zonda-checkers/zonda/eval/network"

// factors holds the numbers that learn. A weight of the first layer is the sum of two of them: one that all stages share,
// and one that its stage adds. A stage that has seen few positions of a kind so learns from the other stages.
type factors struct {
	all    []float32 // the slices below, one after the other
	shared []float32 // network.Inputs+1 rows of one number a column, as in a stage's table
	own    parameters
}

// factorCount returns the number of numbers that learn.
func factorCount(hidden int) int { return (network.Inputs+1)*hidden + parameterCount(hidden) }

// newFactors returns factors that are all zero.
func newFactors(hidden int) factors {
	shared, all := (network.Inputs+1)*hidden, make([]float32, factorCount(hidden))
	return factors{all: all, shared: all[:shared], own: parametersOf(all[shared:], hidden)}
}

// factorsOf returns factors whose sums are the weights. What the stages share begins with zero.
func factorsOf(weights parameters, hidden int) factors {
	f := newFactors(hidden)
	copy(f.own.all, weights.all)
	return f
}

// write writes the sums to weights.
func (f factors) write(weights parameters) {
	copy(weights.all, f.own.all)
	for stage := range network.Stages {
		table := weights.tableOf(stage)
		for i, s := range f.shared {
			table[i] += s
		}
	}
}

// slope returns the derivative of the loss by number i of all, of a gradient by the weights.
func (f factors) slope(gradient parameters, i int) (sum float32) {
	if i >= len(f.shared) {
		return gradient.all[i-len(f.shared)]
	}
	for stage := range network.Stages {
		sum += gradient.table[stage*len(f.shared)+i]
	}
	return sum
}
