package kernel

// Block is the number of columns that the loops work on at a time. Widths are multiples of Block.
const Block = 64

// Set is one form of the inner loops. A table has its rows one after the other, each with width numbers. A list of rows
// holds numbers of rows, which must all be in the table. The loops keep none of the slices.
type Set struct {
	// SumRows sets out to the sum of the rows of table that are listed. The width is len(out).
	SumRows func(out, table []float32, rows []uint16)

	// AddToRows adds delta to each row of table that is listed. The width is len(delta).
	AddToRows func(table []float32, rows []uint16, delta []float32)

	// Output returns the sum of weights[i] * clamp(sums[i])^2, where clamp limits a number to the range 0 to 1. Both
	// slices have the same length.
	Output func(sums, weights []float32) float32

	// Backward computes what follows from slope, the derivative of the loss by the output. It adds the derivatives by
	// weights to gradient, and it sets delta to the derivatives by sums. All slices have the same length. At sums of
	// exactly 0 or 1 the derivative is 0.
	Backward func(delta, gradient, sums, weights []float32, slope float32)
}

// Portable returns the loops in Go.
func Portable() Set {
	return Set{SumRows: sumRows, AddToRows: addToRows, Output: output, Backward: backward}
}

// sumRows is Set.SumRows in Go.
func sumRows(out, table []float32, rows []uint16) {
	clear(out)
	for _, row := range rows {
		for i, w := range table[int(row)*len(out):][:len(out)] {
			out[i] += w
		}
	}
}

// addToRows is Set.AddToRows in Go.
func addToRows(table []float32, rows []uint16, delta []float32) {
	for _, row := range rows {
		to := table[int(row)*len(delta):][:len(delta)]
		for i, d := range delta {
			to[i] += d
		}
	}
}

// The assembly adds the products of output in 4 registers of 8 numbers.
const (
	registers = 4
	lanes     = 8
)

// output is Set.Output in Go. The conversions to float32 keep the compiler from fusing a multiplication with an addition.
func output(sums, weights []float32) float32 {
	var parts [registers * lanes]float32
	for i, a := range sums {
		c := clamp(a)
		parts[i%len(parts)] += float32(float32(c*c) * weights[i])
	}
	for _, half := range [...]int{2 * lanes, lanes, lanes / 2, lanes / 4, lanes / 8} {
		for i := range half {
			parts[i] += parts[i+half]
		}
	}
	return parts[0]
}

// clamp returns a, limited to the range 0 to 1.
func clamp(a float32) float32 {
	if !(a > 0) {
		return 0
	}
	if !(a < 1) {
		return 1
	}
	return a
}

// backward is Set.Backward in Go.
func backward(delta, gradient, sums, weights []float32, slope float32) {
	double := slope + slope
	for i, a := range sums {
		c := clamp(a)
		gradient[i] += float32(float32(c*c) * slope)
		delta[i] = 0
		if a < 1 {
			delta[i] = float32(float32(double*weights[i]) * c)
		}
	}
}
