package network

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Weights hold a network with fractions, in a form that a caller may change. The caller owns the slices.
//
// For each side's view the first layer adds the rows of all pieces and of all shared inputs to a bias; bias and rows of
// pieces are those of the view's stage. The activation of a column with the sum a is clamp(a, 0, 1) squared. The second
// layer multiplies the activations, first those of the view of the side to move, by the output weights of the bucket, and
// adds the bias of the bucket. The result is the logarithm of the side's odds to win.
type Weights struct {
	Note       string    // one line on how the weights were made
	Hidden     int       // columns of a view: a multiple of 64, at most 1024
	Input      []float32 // for each stage Inputs rows of Hidden columns
	Shared     []float32 // Shared rows of Hidden columns, for all stages
	InputBias  []float32 // for each stage Hidden
	Output     []float32 // Buckets rows of 2*Hidden columns: the view of the side to move first
	OutputBias []float32 // Buckets
}

// NewWeights returns weights that are all zero, with hidden columns for each view.
func NewWeights(hidden int) *Weights {
	return &Weights{
		Hidden:     hidden,
		Input:      make([]float32, Stages*Inputs*hidden),
		Shared:     make([]float32, Shared*hidden),
		InputBias:  make([]float32, Stages*hidden),
		Output:     make([]float32, Buckets*2*hidden),
		OutputBias: make([]float32, Buckets),
	}
}

// Evaluate returns the value of the quiet position p for the side to move, in hundredths of a man. It is the
// reference for the rounded Network, and slow.
func (w *Weights) Evaluate(p board.Position) float64 {
	bucket := Bucket(p.Pieces())
	odds := float64(w.OutputBias[bucket])
	output := w.Output[bucket*2*w.Hidden:]
	for i, viewer := range []board.Color{p.Turn, p.Turn.Opponent()} {
		for column, sum := range w.columns(p, viewer) {
			activation := min(max(sum, 0), 1)
			odds += activation * activation * float64(output[i*w.Hidden+column])
		}
	}
	return odds * eval.OddsUnit
}

// columns returns the sums of the first layer for one view.
func (w *Weights) columns(p board.Position, viewer board.Color) []float64 {
	sums, stage := make([]float64, w.Hidden), Stage(p, viewer)
	for column := range sums {
		sums[column] = float64(w.InputBias[stage*w.Hidden+column])
	}
	inputs(p, viewer, func(input int) {
		for column := range sums {
			sums[column] += float64(w.Input[(stage*Inputs+input)*w.Hidden+column])
		}
	})
	VisitShared(p, viewer, func(input int) {
		for column := range sums {
			sums[column] += float64(w.Shared[input*w.Hidden+column])
		}
	})
	return sums
}
