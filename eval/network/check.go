package network

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Limits of the number of columns of a view.
const (
	hiddenStep = 64
	maxHidden  = 1024
)

// checkHidden returns an error for a number of columns that a network cannot have.
func checkHidden(hidden int) error {
	if hidden <= 0 || hidden > maxHidden || hidden%hiddenStep != 0 {
		return fmt.Errorf("a network with %d columns: the number must be a multiple of %d, at most %d", hidden, hiddenStep, maxHidden)
	}
	return nil
}

// check returns an error if the sum of a column in any position of at most 24 pieces, or a number of a table, could leave 16 bits,
// or if the sum of the second layer could leave 32 bits. The limits may be wider than those that positions reach.
func (n *Network) check() error {
	for column := range n.hidden {
		shared := n.sharedLimits(column)
		for stage := range Stages {
			if sum := n.limits(stage, column, shared.all()); !sum.fit() {
				return fmt.Errorf("column %d of stage %d of the network can add up to %d or %d, which 16 bits do not hold",
					column, stage, sum.min, sum.max)
			}
			if row := n.rowLimits(stage, column, shared); !row.fit() {
				return fmt.Errorf("a row of column %d of stage %d of the network can be %d or %d, which 16 bits do not hold",
					column, stage, row.min, row.max)
			}
		}
	}
	const largest = inputUnit * inputUnit // of the square of an activation
	for bucket := range Buckets {
		var minimum, maximum int64
		for _, w := range n.output[bucket*2*n.hidden : (bucket+1)*2*n.hidden] {
			minimum, maximum = minimum+largest*min(int64(w), 0), maximum+largest*max(int64(w), 0)
		}
		if minimum < math.MinInt32 || maximum > math.MaxInt32 {
			return fmt.Errorf("the output of bucket %d of the network can add up to %d or %d, which 32 bits do not hold", bucket, minimum, maximum)
		}
	}
	return nil
}

// limits are the smallest and the largest of some numbers.
type limits struct{ min, max int }

// fit reports whether 16 bits hold the numbers.
func (l limits) fit() bool { return l.min >= math.MinInt16 && l.max <= math.MaxInt16 }

// include makes a number one of the numbers.
func (l *limits) include(n int) { l.min, l.max = min(l.min, n), max(l.max, n) }

// plus returns the limits of the sums of two numbers.
func (l limits) plus(other limits) limits { return limits{l.min + other.min, l.max + other.max} }

// sharedLimits are the limits of what the shared inputs add to a column: those of each tile, and of a threat on each square.
type sharedLimits [tiles + board.Squares]limits

// sharedLimits returns the limits for a column.
func (n *Network) sharedLimits(column int) (l sharedLimits) {
	for i, t := range tileList {
		for input := t.first; input < t.first+t.states-1; input++ {
			l[i].include(int(n.shared[input*n.hidden+column]))
		}
	}
	for input := range Inputs {
		l[tiles+input%board.Squares].include(int(n.shared[(tileInputs+input)*n.hidden+column]))
	}
	return l
}

// all returns the limits of the sum of all shared inputs.
func (l sharedLimits) all() (sum limits) {
	for _, one := range l {
		sum = sum.plus(one)
	}
	return sum
}

// limits returns the limits of the sum of the bias of a column, of the shared inputs, and of at most 24 pieces, one on a square;
// or, if these fit 16 bits, the limits with a piece on each square.
func (n *Network) limits(stage, column int, shared limits) limits {
	var squares [board.Squares]limits // no piece adds 0
	for input := range Inputs {
		squares[input%board.Squares].include(int(n.input[(stage*Inputs+input)*n.hidden+column]))
	}
	bias := int(n.inputBias[stage*n.hidden+column])
	first := shared.plus(limits{bias, bias})
	wide := first
	for _, square := range squares {
		wide = wide.plus(square)
	}
	if wide.fit() {
		return wide
	}
	slices.SortFunc(squares[:], func(a, b limits) int { return cmp.Compare(a.min, b.min) })
	for _, square := range squares[:allPieces] {
		first.min += square.min
	}
	slices.SortFunc(squares[:], func(a, b limits) int { return cmp.Compare(b.max, a.max) })
	for _, square := range squares[:allPieces] {
		first.max += square.max
	}
	return first
}

// rowLimits returns the limits of the numbers of a column in the rows of a table, which forwardGo packs: of a tile with its men, and
// of what a king is more than a man.
func (n *Network) rowLimits(stage, column int, shared sharedLimits) (rows limits) {
	for i, t := range tileList {
		sum := shared[i]
		for _, s := range t.squares {
			var men limits
			for _, kind := range []int{ownMan, enemyMan} {
				at := (stage*Inputs+kind*board.Squares+int(s))*n.hidden + column
				man, king := int(n.input[at]), int(n.input[at+board.Squares*n.hidden])
				men.include(man)
				rows.include(king - man)
			}
			sum = sum.plus(men)
		}
		rows.include(sum.min)
		rows.include(sum.max)
	}
	return rows
}
