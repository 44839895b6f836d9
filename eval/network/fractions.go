package network

// Weights returns the numbers of the network as fractions, so that a program can learn from there. The caller owns the slices.
func (n *Network) Weights() *Weights {
	w := NewWeights(n.hidden)
	w.Note = n.note
	divide(w.Input, n.input, inputUnit)
	divide(w.InputBias, n.inputBias, inputUnit)
	divide(w.Output, n.output, outputUnit)
	divide(w.OutputBias, n.outputBias, oddsUnit)
	return w
}

// divide sets weights to the numbers divided by unit.
func divide[T int8 | int16 | int32](weights []float32, numbers []T, unit float64) {
	for i, number := range numbers {
		weights[i] = float32(float64(number) / unit)
	}
}
