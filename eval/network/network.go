package network

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Network is a network with whole numbers. What it returns never changes, and any number of goroutines may use it at the same
// time.
type Network struct {
	note   string
	hidden int // columns of a view

	// The numbers of a network file. The slices have the shapes of those in Weights.
	input, shared, inputBias []int16
	output                   []int8
	outputBias               []int32

	tables  [Stages]lazyTable // by the stage of Black's view
	weights []int16           // of the second layer, for each side to move and each bucket
}

// newNetwork returns a network of which all numbers are zero.
func newNetwork(note string, hidden int) *Network {
	return &Network{
		note:       note,
		hidden:     hidden,
		input:      make([]int16, Stages*Inputs*hidden),
		shared:     make([]int16, Shared*hidden),
		inputBias:  make([]int16, Stages*hidden),
		output:     make([]int8, Buckets*2*hidden),
		outputBias: make([]int32, Buckets),
	}
}

// Note returns one line that says how the network was made.
func (n *Network) Note() string { return n.note }

// Hidden returns the number of columns of a view.
func (n *Network) Hidden() int { return n.hidden }

// MinPieces is the smallest number of pieces that a network evaluates. Networks learn from games that end where the
// endgame databases in the program know the result, so that they have never seen fewer pieces.
const MinPieces = 7

// Evaluate returns the value of the quiet position p for the side to move, in hundredths of a man, rounded to the
// nearest whole number. It is never a proven score. A position of fewer than MinPieces pieces is evaluated by the
// linear evaluation in the program, whose terms of kings lead from a known win to its end.
func (n *Network) Evaluate(p board.Position) eval.Score { return n.evaluateAny(nil, p) }

// evaluateAny returns what Evaluate returns. If p has at least MinPieces pieces, it changes the columns of the stage
// to those of p, unless c is nil.
func (n *Network) evaluateAny(c *stageColumns, p board.Position) eval.Score {
	if p.Pieces() < MinPieces {
		if linear := eval.BuiltIn(); linear != nil { // a page may not have fetched it yet
			return linear.Evaluate(p)
		}
	}
	return n.evaluate(c, p)
}

// evaluate returns the value of p, of any number of pieces, by the network, and changes the columns of the stage to
// those of p, unless c is nil.
func (n *Network) evaluate(c *stageColumns, p board.Position) eval.Score {
	stage, bucket := Stage(p, board.Black), Bucket(p.Pieces())
	return n.score(n.table(stage).forward(c.of(stage), p, n.outputRow(p.Turn, bucket)), bucket)
}

// outputRow returns the output weights for a side to move and a bucket.
func (n *Network) outputRow(turn board.Color, bucket int) []int16 {
	width := 2 * n.hidden
	return n.weights[(int(turn)*Buckets+bucket)*width:][:width]
}

// evaluateSlow is the definition of evaluate, to which tests compare the fast ways.
func (n *Network) evaluateSlow(p board.Position) eval.Score {
	bucket := Bucket(p.Pieces())
	output := n.output[bucket*2*n.hidden:]
	sum := int32(0)
	for i, viewer := range []board.Color{p.Turn, p.Turn.Opponent()} {
		stage := Stage(p, viewer)
		columns := append([]int16(nil), n.inputBias[stage*n.hidden:][:n.hidden]...)
		inputs(p, viewer, func(input int) {
			for column := range columns {
				columns[column] += n.input[(stage*Inputs+input)*n.hidden+column]
			}
		})
		VisitShared(p, viewer, func(input int) {
			for column := range columns {
				columns[column] += n.shared[input*n.hidden+column]
			}
		})
		for column, c := range columns {
			activation := int32(min(max(c, 0), inputUnit))
			sum += activation * activation * int32(output[i*n.hidden+column])
		}
	}
	return n.score(sum, bucket)
}

// The factor that turns the result of the network into hundredths of a man, with scoreShift binary places. The
// rounding of the factor changes no score by more than 0.002. A product has at most 57 bits.
const (
	scoreShift  = 40
	scoreFactor = (eval.OddsUnit<<scoreShift + oddsUnit/2) / oddsUnit
)

// score returns the score for a sum of the second layer.
func (n *Network) score(sum int32, bucket int) eval.Score {
	odds := int64(sum) + int64(n.outputBias[bucket])
	score := (odds*scoreFactor + 1<<(scoreShift-1)) >> scoreShift
	return eval.Score(min(max(score, -int64(eval.MaxUnproven)), int64(eval.MaxUnproven)))
}

// complete checks the numbers of a network and makes its output rows. Weights of inputs that no position of their stage can have
// become 0 before: they would be a fifth of a file, and they do not compress.
func (n *Network) complete() error {
	for row := range Stages * Inputs {
		if !used(row/Inputs, row%Inputs) {
			clear(n.input[row*n.hidden:][:n.hidden])
		}
	}
	if err := n.check(); err != nil {
		return err
	}
	n.weights = outputRows(n)
	return nil
}
