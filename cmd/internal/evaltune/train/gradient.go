package train

import (
	"math"

	"github.com/zonda-checkers/zonda/cmd/internal/evaltune/train/internal/kernel"
)

// predictor computes the output of a network. It owns room for one position, so only one goroutine may use it at a time.
type predictor struct {
	kernels  kernel.Set
	weights  parameters
	features features
	sums     []float32 // of the columns of Black's view, then of White's view
}

func newPredictor(kernels kernel.Set, weights parameters, hidden int) predictor {
	return predictor{kernels: kernels, weights: weights, features: newFeatures(), sums: make([]float32, 2*hidden)}
}

// logit returns the logarithm of Black's odds to win, by the network.
func (p *predictor) logit(s *Sample) float32 {
	half := len(p.sums) / 2
	p.features.take(s)
	p.kernels.SumRows(p.sums[:half], p.weights.tableOf(p.features.ownStage), p.features.own)
	p.kernels.SumRows(p.sums[half:], p.weights.tableOf(p.features.enemyStage), p.features.enemy)
	bucket := s.bucket()
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
func (p *part) include(s *Sample, resultShare float64) {
	logit, target := float64(p.logit(s)), s.target(resultShare)
	p.loss += crossEntropy(logit, target)
	slope := float32(expected(logit) - target) // the derivative of the loss by the logit
	bucket, half := s.bucket(), len(p.delta)/2
	p.gradient.bias[bucket] += slope
	p.kernels.Backward(p.delta, p.gradient.outputOf(bucket), p.sums, p.weights.outputOf(bucket), slope)
	p.kernels.AddToRows(p.gradient.tableOf(p.features.ownStage), p.features.own, p.delta[:half])
	p.kernels.AddToRows(p.gradient.tableOf(p.features.enemyStage), p.features.enemy, p.delta[half:])
}

// expected returns the expected result, 0 to 1, for the logarithm of the odds.
func expected(logit float64) float64 { return 1 / (1 + math.Exp(-logit)) }

// crossEntropy returns the loss of a prediction, in nats. It is finite for each finite logit.
func crossEntropy(logit, target float64) float64 {
	return max(logit, 0) - logit*target + math.Log1p(math.Exp(-math.Abs(logit)))
}
