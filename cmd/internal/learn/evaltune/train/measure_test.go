package train

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune/train/internal/kernel"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/network"
)

// A sample counts in the rows of its pieces, of its kings, and of games or leaves.
func TestRows(t *testing.T) {
	for want, s := range map[string]evaltune.Sample{
		"games, 24-19 pieces, without kings": {Black: 0xFFF, White: 0xFFF00000, Result: board.Draw},
		"games, 18-13 pieces, with kings":    {Black: 0x1FF, White: 0xFF800000, Kings: 1, Result: board.Win},
		"games, 12-7 pieces, without kings":  {Black: 0xF, White: 0xE0000000, Result: board.Loss},
		"games, 6-1 pieces, with kings":      {Black: 1, Kings: 1, Result: board.Win},
		"leaves, leaves without kings":       {Black: 0xFFF, White: 0xFFF00000},
		"leaves, leaves with kings":          {Black: 0xFFF, White: 0xFFF00000, Kings: 1 << 31},
	} {
		names := ""
		for _, row := range rowsOf(&s) {
			if names != "" {
				names += ", "
			}
			names += rowNames[row]
		}
		require.Equal(t, want, names)
	}
	empty := evaltune.Sample{Result: board.Draw} // a damaged file may have an empty board
	require.Contains(t, rowsOf(&empty), rowPieces+evaltune.PieceRows-1)
}

// testPart returns a part of a batch for a network with random weights.
func testPart(hidden int, random *rand.Rand) *part {
	weights := randomParameters(hidden, random)
	for i := range weights.output {
		weights.output[i] = random.Float32() - 0.5 // other weights in each bucket
	}
	for i := range weights.shared {
		weights.shared[i] = random.Float32() - 0.5
	}
	for i := range weights.bias {
		weights.bias[i] = random.Float32() - 0.5
	}
	return newPart(newPredictor(kernel.Best(), weights, hidden), hidden)
}

// The network that learns is the network that plays: the reference evaluation gives the same result.
func TestLogit(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for _, hidden := range hiddenWidths {
		p := testPart(hidden, random)
		weights := p.weights.weights(hidden)
		for _, s := range madeUp(50, 4) {
			require.InDelta(t, weights.Evaluate(s.Position()), float64(p.logit(&s))*eval.OddsUnit, 1e-2)
		}
	}
}

// The gradient is the change of the loss when one weight changes, by the reference evaluation.
func TestGradient(t *testing.T) {
	const hidden, share, step, weightsPerSample = 64, 0.7, 1.0 / 1024, 300
	random := rand.New(rand.NewPCG(7, 0))
	p := testPart(hidden, random)
	loss := func(s evaltune.Sample) float64 {
		return evaltune.CrossEntropy(p.weights.weights(hidden).Evaluate(s.Position())/eval.OddsUnit, s.Target(share))
	}
	moved := 0
	for _, s := range madeUp(4, 6) {
		p.begin()
		p.include(&s, share)
		require.InDelta(t, loss(s), p.loss, 1e-5)
		for range weightsPerSample {
			i := random.IntN(len(p.weights.all))
			if random.IntN(2) == 0 { // a weight of a piece on the board
				row := p.features.ownStage*(network.Inputs+1) + int(p.features.own[random.IntN(len(p.features.own))])
				i = row*hidden + random.IntN(hidden)
			} else if random.IntN(2) == 0 { // of a tile or a threat
				row := int(p.features.ownShared[random.IntN(len(p.features.ownShared))])
				i = len(p.weights.table) + row*hidden + random.IntN(hidden)
			}
			before := p.weights.all[i]
			p.weights.all[i] = before + step
			up := loss(s)
			p.weights.all[i] = before - step
			down := loss(s)
			p.weights.all[i] = before
			require.InDelta(t, (up-down)/(2*step), float64(p.gradient.all[i]), 1e-3, "weight %d", i)
			if math.Abs(float64(p.gradient.all[i])) > 1e-2 {
				moved++
			}
		}
	}
	require.Greater(t, moved, weightsPerSample/2, "most gradients must not be near 0, or the test sees nothing")
}

// The loss of a sure and wrong prediction is large but finite.
func TestCrossEntropy(t *testing.T) {
	require.InDelta(t, math.Ln2, evaltune.CrossEntropy(0, 0.3), 1e-12)
	require.InDelta(t, 1000, evaltune.CrossEntropy(1000, 0), 1e-9)
	require.InDelta(t, 0, evaltune.CrossEntropy(1000, 1), 1e-9)
	require.InDelta(t, 1000, evaltune.CrossEntropy(-1000, 1), 1e-9)
	p := evaltune.Logistic(0.7)
	require.InDelta(t, -0.2*math.Log(p)-0.8*math.Log(1-p), evaltune.CrossEntropy(0.7, 0.2), 1e-12)
}
