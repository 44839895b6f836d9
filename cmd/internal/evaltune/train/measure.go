package train

import (
	"context"

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
	rowPieces        = 1 // the first of pieceRows rows
	rowNoKings       = rowPieces + pieceRows
	rowKings         = rowNoKings + 1
	rowLeaves        = rowKings + 1
	rowLeavesNoKings = rowLeaves + 1
	rowLeavesKings   = rowLeavesNoKings + 1
	rowCount         = rowLeavesKings + 1
)

// A row of pieces holds the positions of a range of numbers of pieces, the first of 24 to 19.
const (
	piecesPerRow = 6
	allPieces    = 24
	pieceRows    = allPieces / piecesPerRow
)

// rowNames are the names of the rows for people.
var rowNames = [rowCount]string{"games", "24-19 pieces", "18-13 pieces", "12-7 pieces", "6-1 pieces", "without kings", "with kings",
	"leaves", "leaves without kings", "leaves with kings"}

// rowsOf returns the rows in which a sample counts.
func rowsOf(s *Sample) []int {
	kings := 0 // rows from that without kings to the one that is meant
	if s.Kings != 0 {
		kings = 1
	}
	if s.Leaf() {
		return []int{rowLeaves, rowLeavesNoKings + kings}
	}
	row := min((allPieces-(s.Black|s.White).Count())/piecesPerRow, pieceRows-1)
	return []int{rowGames, rowPieces + row, rowNoKings + kings}
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
func (r *Run) measure(ctx context.Context, samples []Sample, quantised *network.Network) ([rowCount]Row, error) {
	sums := make([]rowSums, measureParts)
	err := parallel(ctx, measureParts, func(i int) {
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
func (p *predictor) lossOf(s *Sample, resultShare float64, quantised *network.Network) Row {
	logit, target := float64(p.logit(s)), s.target(resultShare)
	loss := Row{Positions: 1, Target: crossEntropy(logit, target)}
	if !s.Leaf() {
		loss.Result = crossEntropy(logit, s.result())
	}
	if quantised != nil {
		loss.Quantised = crossEntropy(float64(quantised.Evaluate(s.Position()))/eval.OddsUnit, target)
	}
	return loss
}
