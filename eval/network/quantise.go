package network

import (
	"fmt"
	"math"
)

// The whole numbers of a Network are weights in these units.
const (
	inputUnit  = 255                                // of the first layer: an activation of 1 is 255, so that a weight times an activation fits 16 bits
	outputUnit = 64                                 // of the output weights
	maxOutput  = math.MaxInt8                       // and least, without its sign
	oddsUnit   = inputUnit * inputUnit * outputUnit // of the result: an activation squared times an output weight
)

// Network returns the network with whole numbers in which the search evaluates: weights of the first layer in 255ths,
// output weights in 64ths, from -127/64 to 127/64. Output weights outside these limits become the limits. It is an
// error if a slice has another length than the type says, if a weight is no number, or if sums could leave the room
// that the evaluation has for them.
func (w *Weights) Network() (*Network, error) {
	if err := checkHidden(w.Hidden); err != nil {
		return nil, err
	}
	n := newNetwork(w.Note, w.Hidden)
	if err := round("input", n.input, w.Input, inputUnit, math.MaxInt16); err != nil {
		return nil, err
	}
	if err := round("shared inputs", n.shared, w.Shared, inputUnit, math.MaxInt16); err != nil {
		return nil, err
	}
	if err := round("input bias", n.inputBias, w.InputBias, inputUnit, math.MaxInt16); err != nil {
		return nil, err
	}
	if err := round("output", n.output, clipped(w.Output), outputUnit, maxOutput); err != nil {
		return nil, err
	}
	if err := round("output bias", n.outputBias, w.OutputBias, oddsUnit, math.MaxInt32); err != nil {
		return nil, err
	}
	if err := n.complete(); err != nil {
		return nil, err
	}
	return n, nil
}

// round writes the weights times unit to numbers, each rounded to the nearest whole number. It is an error if one is
// larger than most or smaller than -most.
func round[T int8 | int16 | int32](name string, numbers []T, weights []float32, unit, maximum float64) error {
	if len(weights) != len(numbers) {
		return fmt.Errorf("the network has %d weights of the %s instead of %d", len(weights), name, len(numbers))
	}
	for i, w := range weights {
		n := math.Round(float64(w) * unit)
		if !(math.Abs(n) <= maximum) { // true for what is no number
			return fmt.Errorf("weight %d of the %s is %g: it must be a number from %g to %g", i, name, w, -maximum/unit, maximum/unit)
		}
		numbers[i] = T(n)
	}
	return nil
}

// clipped returns a copy of output weights inside the limits of a file. A weight that is no finite number stays as it
// is.
func clipped(weights []float32) []float32 {
	const limit = float32(maxOutput) / outputUnit
	list := make([]float32, len(weights))
	for i, w := range weights {
		list[i] = w
		if !math.IsInf(float64(w), 0) {
			list[i] = min(max(w, -limit), limit)
		}
	}
	return list
}

// Weights returns the weights of the network with fractions. Their network is the same as n. The caller owns them.
func (n *Network) Weights() *Weights {
	w := NewWeights(n.hidden)
	w.Note = n.note
	spread(w.Input, n.input, inputUnit)
	spread(w.Shared, n.shared, inputUnit)
	spread(w.InputBias, n.inputBias, inputUnit)
	spread(w.Output, n.output, outputUnit)
	spread(w.OutputBias, n.outputBias, oddsUnit)
	return w
}

// spread writes the numbers, which are in units, to weights.
func spread[T int8 | int16 | int32](weights []float32, numbers []T, unit float64) {
	for i, n := range numbers {
		weights[i] = float32(float64(n) / unit)
	}
}
