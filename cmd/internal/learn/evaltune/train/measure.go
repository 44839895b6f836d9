package train

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune/train/internal/kernel"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
)

// Row holds the mean losses of a network on samples of one kind, as cross-entropies in nats.
type Row struct {
	Name      string  `json:"name"`
	Positions int     `json:"positions"`
	Target    float64 `json:"target"`              // against the targets of the training
	Result    float64 `json:"result,omitempty"`    // against the results of the games; 0 for leaves
	Quantised float64 `json:"quantised,omitempty"` // of the network with whole numbers against the targets; 0 if it was not measured
}

// The rows of a measurement. A sample counts in several rows.
const (
	rowGames         = 0
	rowPieces        = 1 // the first of evaltune.PieceRows rows
	rowNoKings       = rowPieces + evaltune.PieceRows
	rowKings         = rowNoKings + 1
	rowLeaves        = rowKings + 1
	rowLeavesNoKings = rowLeaves + 1
	rowLeavesKings   = rowLeavesNoKings + 1
	rowCount         = rowLeavesKings + 1
)

// rowNames are the names of the rows for people.
var rowNames = [rowCount]string{"games", "24-19 pieces", "18-13 pieces", "12-7 pieces", "6-1 pieces", "without kings", "with kings",
	"leaves", "leaves without kings", "leaves with kings"}

// rowsOf returns the rows in which a sample counts.
func rowsOf(s *evaltune.Sample) []int {
	kings := 0 // rows from that without kings to the one that is meant
	if s.Kings != 0 {
		kings = 1
	}
	if s.Leaf() {
		return []int{rowLeaves, rowLeavesNoKings + kings}
	}
	return []int{rowGames, rowPieces + evaltune.RowOf((s.Black | s.White).Count()), rowNoKings + kings}
}

// rowSums holds the sums of losses in each row.
type rowSums [rowCount]Row

func (sums *rowSums) add(row int, other Row) {
	r := &sums[row]
	r.Positions += other.Positions
	r.Target += other.Target
	r.Result += other.Result
	r.Quantised += other.Quantised
}

// means returns the mean losses of the rows.
func (sums *rowSums) means() [rowCount]Row {
	rows := *sums
	for i := range rows {
		n := float64(max(1, rows[i].Positions))
		rows[i].Name = rowNames[i]
		rows[i].Target /= n
		rows[i].Result /= n
		rows[i].Quantised /= n
	}
	return rows
}

// measureParts is the number of parts into which samples are divided to be measured. Each part has its own sums, which
// are added in order, because the sum of floating-point numbers depends on the order.
const measureParts = 64

// measure returns the losses on samples, for each row. Quantised may be nil.
func (r *Run) measure(ctx context.Context, samples []evaltune.Sample, quantised *network.Network) ([rowCount]Row, error) {
	sums := make([]rowSums, measureParts)
	err := evaltune.Parallel(ctx, measureParts, func(i int) {
		p := newPredictor(r.kernels, r.weights, r.settings.Hidden)
		part := samples[len(samples)*i/measureParts : len(samples)*(i+1)/measureParts]
		for k := range part {
			s := &part[k]
			loss := p.lossOf(s, r.settings.ResultShare, quantised)
			for _, row := range rowsOf(s) {
				sums[i].add(row, loss)
			}
		}
	})
	var total rowSums
	for i := range sums {
		for row := range total {
			total.add(row, sums[i][row])
		}
	}
	return total.means(), err
}

// lossOf returns the losses on one sample.
func (p *predictor) lossOf(s *evaltune.Sample, resultShare float64, quantised *network.Network) Row {
	logit, target := float64(p.logit(s)), s.Target(resultShare)
	loss := Row{Positions: 1, Target: evaltune.CrossEntropy(logit, target)}
	if !s.Leaf() {
		loss.Result = evaltune.CrossEntropy(logit, s.Outcome())
	}
	if quantised != nil {
		loss.Quantised = evaltune.CrossEntropy(float64(quantised.Evaluate(s.Position()))/eval.OddsUnit, target)
	}
	return loss
}

// predictor computes the output of a network. It owns room for one position, so only one goroutine may use it at a time.
type predictor struct {
	kernels    kernel.Set
	weights    parameters
	features   features
	sums       []float32 // of the columns of Black's view, then of White's view
	sharedSums []float32 // the part of the sums that is of shared inputs
}

func newPredictor(kernels kernel.Set, weights parameters, hidden int) predictor {
	return predictor{kernels: kernels, weights: weights, sums: make([]float32, 2*hidden), sharedSums: make([]float32, 2*hidden)}
}

// logit returns the logarithm of Black's odds to win, by the network.
func (p *predictor) logit(s *evaltune.Sample) float32 {
	half := len(p.sums) / 2
	p.features.take(s)
	p.kernels.SumRows(p.sums[:half], p.weights.tableOf(p.features.ownStage), p.features.own)
	p.kernels.SumRows(p.sums[half:], p.weights.tableOf(p.features.enemyStage), p.features.enemy)
	p.kernels.SumRows(p.sharedSums[:half], p.weights.shared, p.features.ownShared)
	p.kernels.SumRows(p.sharedSums[half:], p.weights.shared, p.features.enemyShared)
	for i, sum := range p.sharedSums {
		p.sums[i] += sum
	}
	bucket := bucketOf(s)
	return p.kernels.Output(p.sums, p.weights.outputOf(bucket)) + p.weights.bias[bucket]
}

// part is one of the parts of a batch: it sums the gradient and the loss over its samples.
type part struct {
	predictor
	gradient parameters
	delta    []float32 // the derivatives by the sums of a position
	loss     float64
}

func newPart(p predictor, hidden int) *part {
	return &part{predictor: p, gradient: newParameters(hidden), delta: make([]float32, 2*hidden)}
}

// begin sets the sums to zero.
func (p *part) begin() {
	clear(p.gradient.all)
	p.loss = 0
}

// include adds the gradient and the loss of a sample to the sums.
func (p *part) include(s *evaltune.Sample, resultShare float64) {
	logit, target := float64(p.logit(s)), s.Target(resultShare)
	p.loss += evaltune.CrossEntropy(logit, target)
	slope := float32(evaltune.Logistic(logit) - target) // the derivative of the loss by the logit
	bucket, half := bucketOf(s), len(p.delta)/2
	p.gradient.bias[bucket] += slope
	p.kernels.Backward(p.delta, p.gradient.outputOf(bucket), p.sums, p.weights.outputOf(bucket), slope)
	p.kernels.AddToRows(p.gradient.tableOf(p.features.ownStage), p.features.own, p.delta[:half])
	p.kernels.AddToRows(p.gradient.tableOf(p.features.enemyStage), p.features.enemy, p.delta[half:])
	p.kernels.AddToRows(p.gradient.shared, p.features.ownShared, p.delta[:half])
	p.kernels.AddToRows(p.gradient.shared, p.features.enemyShared, p.delta[half:])
}
