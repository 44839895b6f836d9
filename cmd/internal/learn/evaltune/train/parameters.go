package train

import (
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/eval/network"
)

// parameters holds one number for each weight of a network: the weights themselves, or their gradients.
type parameters struct {
	all    []float32 // the slices below, one after the other
	table  []float32 // for each stage network.Inputs+1 rows of one number a column; the last row holds the biases
	shared []float32 // network.Shared rows of one number a column
	output []float32 // network.Buckets rows of two numbers a column
	bias   []float32 // network.Buckets: the biases of the output
}

// parameterCount returns the number of weights of a network.
func parameterCount(hidden int) int {
	return (network.Stages*(network.Inputs+1)+network.Shared+2*network.Buckets)*hidden + network.Buckets
}

// newParameters returns parameters that are all zero, for a number of columns.
func newParameters(hidden int) parameters {
	return parametersOf(make([]float32, parameterCount(hidden)), hidden)
}

// parametersOf returns parameters that share the memory of all.
func parametersOf(all []float32, hidden int) parameters {
	table := network.Stages * (network.Inputs + 1) * hidden
	shared := table + network.Shared*hidden
	output := shared + network.Buckets*2*hidden
	return parameters{all: all, table: all[:table], shared: all[table:shared], output: all[shared:output], bias: all[output:]}
}

// tableOf returns the rows of a stage.
func (p parameters) tableOf(stage int) []float32 {
	size := len(p.table) / network.Stages
	return p.table[stage*size:][:size]
}

// outputOf returns the output weights of a bucket.
func (p parameters) outputOf(bucket int) []float32 {
	width := len(p.output) / network.Buckets
	return p.output[bucket*width:][:width]
}

// The weights at the beginning. Input and output weights are uniform between the limit and its opposite.
const (
	firstInput  = 0.2
	firstBias   = 0.3 // so that most columns are between their limits
	firstOutput = 0.3
)

// randomParameters returns the weights at the beginning. All stages begin with the same input weights, and all buckets with
// the same output weights; those of shared inputs begin with 0.
func randomParameters(hidden int, random *rand.Rand) parameters {
	p := newParameters(hidden)
	uniform := func(list []float32, limit float32) {
		for i := range list {
			list[i] = (2*random.Float32() - 1) * limit
		}
	}
	first, rows := p.tableOf(0), network.Inputs*hidden
	uniform(first[:rows], firstInput)
	for i := range hidden {
		first[rows+i] = firstBias
	}
	for stage := range network.Stages {
		copy(p.tableOf(stage), first)
	}
	uniform(p.outputOf(0), firstOutput)
	for bucket := range network.Buckets {
		copy(p.outputOf(bucket), p.outputOf(0))
	}
	return p
}

// parametersFrom returns a copy of the weights of a network.
func parametersFrom(w *network.Weights) parameters {
	p := newParameters(w.Hidden)
	rows := network.Inputs * w.Hidden
	for stage := range network.Stages {
		table := p.tableOf(stage)
		copy(table[:rows], w.Input[stage*rows:])
		copy(table[rows:], w.InputBias[stage*w.Hidden:])
	}
	copy(p.shared, w.Shared)
	copy(p.output, w.Output)
	copy(p.bias, w.OutputBias)
	return p
}

// weights returns a copy of the parameters as the weights of a network.
func (p parameters) weights(hidden int) *network.Weights {
	w := network.NewWeights(hidden)
	rows := network.Inputs * hidden
	for stage := range network.Stages {
		table := p.tableOf(stage)
		copy(w.Input[stage*rows:], table[:rows])
		copy(w.InputBias[stage*hidden:], table[rows:])
	}
	copy(w.Shared, p.shared)
	copy(w.Output, p.output)
	copy(w.OutputBias, p.bias)
	return w
}

// maxOutput is the limit of output weights, which 8 bits hold in 64ths.
const maxOutput = 1.98

// clip limits output weights to what a network file can hold.
func clip(weights []float32) {
	for i, w := range weights {
		weights[i] = min(max(w, -maxOutput), maxOutput)
	}
}

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
