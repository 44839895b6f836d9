package network

import (
	"fmt"
	"math"
	"slices"
)

// Limits of the number of columns of a view.
const (
	hiddenStep = 64
	mostHidden = 1024
)

// checkHidden returns an error for a number of columns that a network cannot have.
func checkHidden(hidden int) error {
	if hidden <= 0 || hidden > mostHidden || hidden%hiddenStep != 0 {
		return fmt.Errorf("a network with %d columns: the number must be a multiple of %d, at most %d", hidden, hiddenStep, mostHidden)
	}
	return nil
}

// check returns an error if the sum of a column could leave 16 bits, or if the sum of the second layer could
// leave 32 bits, in any position of at most 24 pieces.
func (n *Network) check() error {
	for column := range n.hidden {
		least, most := n.limits(column)
		if least < math.MinInt16 || most > math.MaxInt16 {
			return fmt.Errorf("column %d of the network can add up to %d or %d, which 16 bits do not hold", column, least, most)
		}
	}
	const largest = inputUnit * inputUnit // of the square of an activation
	for bucket := range Buckets {
		var least, most int64
		for _, w := range n.output[bucket*2*n.hidden : (bucket+1)*2*n.hidden] {
			least, most = least+largest*min(int64(w), 0), most+largest*max(int64(w), 0)
		}
		if least < math.MinInt32 || most > math.MaxInt32 {
			return fmt.Errorf("the output of bucket %d of the network can add up to %d or %d, which 32 bits do not hold", bucket, least, most)
		}
	}
	return nil
}

// limits returns the smallest and the largest sum that 24 rows of a column and the bias can have.
func (n *Network) limits(column int) (least, most int) {
	weights := make([]int, 0, Inputs)
	for input := range Inputs {
		weights = append(weights, int(n.input[input*n.hidden+column]))
	}
	slices.Sort(weights)
	least, most = int(n.inputBias[column]), int(n.inputBias[column])
	for i := range allPieces {
		least += min(weights[i], 0)
		most += max(weights[Inputs-1-i], 0)
	}
	return least, most
}
