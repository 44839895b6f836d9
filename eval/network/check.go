package network

import (
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/breath"
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
		breath.Point()
		low, high := n.sharedLimits(column)
		for stage := range Stages {
			least, most := n.limits(stage, column)
			least, most = least+low, most+high
			if least < math.MinInt16 || most > math.MaxInt16 {
				return fmt.Errorf("column %d of stage %d of the network can add up to %d or %d, which 16 bits do not hold",
					column, stage, least, most)
			}
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

// sharedLimits returns the smallest and the largest sum that the shared inputs of a position can add to a column, or wider
// limits: those of each tile, and of each square a threat.
func (n *Network) sharedLimits(column int) (least, most int) {
	var smallest, largest [tiles + board.Squares]int
	for input := range Shared {
		at := input / (tileStates - 1)
		if at >= tiles {
			at = tiles + (input-tiles*(tileStates-1))%board.Squares
		}
		w := int(n.shared[input*n.hidden+column])
		smallest[at], largest[at] = min(smallest[at], w), max(largest[at], w)
	}
	for i := range smallest {
		least, most = least+smallest[i], most+largest[i]
	}
	return least, most
}

// limits returns the smallest and the largest sum that the bias of a column and at most 24 rows can have, one row for a
// square, or wider limits that 16 bits hold: those of a row for every square.
func (n *Network) limits(stage, column int) (least, most int) {
	var smallest, largest [board.Squares]int // of the rows of a square; 0 is no row
	for input := range Inputs {
		w, s := int(n.input[(stage*Inputs+input)*n.hidden+column]), input%board.Squares
		smallest[s], largest[s] = min(smallest[s], w), max(largest[s], w)
	}
	bias := int(n.inputBias[stage*n.hidden+column])
	least, most = bias, bias
	for s := range board.Squares {
		least += smallest[s]
		most += largest[s]
	}
	if least >= math.MinInt16 && most <= math.MaxInt16 {
		return least, most
	}
	slices.Sort(smallest[:])
	slices.Sort(largest[:])
	least, most = bias, bias
	for i := range allPieces {
		least += smallest[i]
		most += largest[board.Squares-1-i]
	}
	return least, most
}
