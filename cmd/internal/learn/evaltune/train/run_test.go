package train

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune/train/internal/kernel"
	"github.com/zonda-checkers/zonda/eval/network"
)

// The weights do not depend on the number of CPUs nor on the form of the inner loops.
func TestDeterminism(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	want := learned(t, begun(t, small(), smallData(), nil, ""))
	for _, cpus := range []int{1, 3} {
		runtime.GOMAXPROCS(cpus)
		require.Equal(t, want, learned(t, begun(t, small(), smallData(), nil, "")))
	}
	portable := begun(t, small(), smallData(), nil, "")
	portable.kernels = kernel.Portable()
	portable.makeParts()
	require.Equal(t, want, learned(t, portable))

	other := small()
	other.Seed++
	require.NotEqual(t, want, learned(t, begun(t, other, smallData(), nil, "")))
}

// The losses of the epochs are those of the program that learned the network, but for rounding.
func TestLossCurve(t *testing.T) {
	run := begun(t, small(), smallData(), nil, "")
	learned(t, run)
	for i, want := range []float64{0.5646238, 0.4407299, 0.4187774} {
		require.InDelta(t, want, run.Epochs()[i].Training, 1e-4)
	}
}

// A training that is interrupted and goes on learns the same, and says the same of all epochs, as one without interruption.
func TestResume(t *testing.T) {
	whole := begun(t, small(), smallData(), nil, "")
	want := learned(t, whole)
	name := filepath.Join(t.TempDir(), "a.checkpoint")
	for stop := 1; stop < small().Epochs; stop++ {
		ctx, cancel := context.WithCancel(context.Background())
		run := begun(t, small(), smallData(), nil, name)
		require.Len(t, run.Epochs(), stop-1)
		require.ErrorIs(t, run.Learn(ctx, func(int) {}, func(Epoch) { cancel() }), context.Canceled)
	}
	last := begun(t, small(), smallData(), nil, name)
	require.Equal(t, want, learned(t, last))
	for i, e := range last.Epochs() {
		e.Took = whole.Epochs()[i].Took
		require.Equal(t, whole.Epochs()[i], e)
	}
	done := begun(t, small(), smallData(), nil, name)
	require.Equal(t, want, learned(t, done), "nothing is left to learn")
	require.NoError(t, done.RemoveCheckpoint())
	require.NoFileExists(t, name)
}

// A network learns what pieces are worth.
func TestLearnsMaterial(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	s := small()
	samples, margin := 12_000, manScore/8.0 // enough for the direction
	s.Epochs = 6
	if os.Getenv("ZONDA_LONG") != "" {
		samples, margin, s.Epochs = 20_000, manScore/2.0, 8
	}
	few := func(s evaltune.Sample) bool { return (s.Black | s.White).Count() < network.MinPieces } // not evaluated by networks
	data := &evaltune.Data{Training: slices.DeleteFunc(madeUp(samples, 8), few), Held: slices.DeleteFunc(madeUp(1300, 9), few)}
	run := begun(t, s, data, nil, "")
	w := learned(t, run)
	epochs := run.Epochs()
	first, last := epochs[0], epochs[len(epochs)-1]
	require.Less(t, last.Training, first.Training)
	require.Less(t, last.Games.Target, first.Games.Target)
	require.Less(t, last.Leaves.Target, 0.55)
	require.InDelta(t, s.Rate/100, last.Rate, s.Rate/1000)

	require.Greater(t, worthOfMan(w, data.Held), margin)

	n, err := w.Network()
	require.NoError(t, err)
	rows, err := run.Judge(context.Background(), n)
	require.NoError(t, err)
	require.Equal(t, "games", rows[0].Name)
	positions := 0
	for _, r := range rows {
		require.InDelta(t, r.Target, r.Quantised, 2e-3, r.Name)
		if r.Name == "games" || r.Name == "leaves" {
			positions += r.Positions
		}
	}
	require.Equal(t, len(data.Held), positions)
	require.InDelta(t, last.Games.Target, rows[0].Target, 0)
}

// worthOfMan returns what a man of the side to move adds to a score, in hundredths of a man, on average in samples.
func worthOfMan(w *network.Weights, samples []evaltune.Sample) float64 {
	sum, count := 0.0, 0
	for _, s := range samples {
		p := s.Position()
		man := p.Men(p.Turn).First().Bit()
		if p.Men(p.Turn) == 0 || p.Pieces() == network.MinPieces {
			continue
		}
		without := p
		without.Black &^= man
		without.White &^= man
		sum += w.Evaluate(p) - w.Evaluate(without)
		count++
	}
	return sum / float64(count)
}

// A warm start begins with the weights that it is given.
func TestFrom(t *testing.T) {
	from := learned(t, begun(t, small(), smallData(), nil, ""))
	run := begun(t, small(), smallData(), from, "")
	require.Equal(t, from, run.Weights())
	require.NotEqual(t, from, learned(t, run))
}

// Output weights stay inside the limits of a network file.
func TestClip(t *testing.T) {
	s := small()
	s.Rate = 1
	for _, w := range learned(t, begun(t, s, smallData(), nil, "")).Output {
		require.LessOrEqual(t, math.Abs(float64(w)), maxOutput+1e-6)
	}
}

// A weight that is no number ends the training.
func TestRanAway(t *testing.T) {
	run := begun(t, small(), smallData(), nil, "")
	run.weights.bias[0] = float32(math.NaN())
	run.weights.bias[7] = float32(math.NaN())
	require.ErrorIs(t, run.Learn(context.Background(), func(int) {}, func(Epoch) {}), errRanAway)
}

// An interruption before the first batch changes nothing.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	run := begun(t, small(), smallData(), nil, "")
	before := run.Weights()
	require.ErrorIs(t, run.Learn(ctx, func(int) {}, func(Epoch) {}), context.Canceled)
	require.Equal(t, before, run.Weights())
	_, err := run.Judge(ctx, nil)
	require.ErrorIs(t, err, context.Canceled)
}

// What cannot be learned is an error.
func TestBeginErrors(t *testing.T) {
	_, err := Begin(small(), &evaltune.Data{}, nil, "")
	require.EqualError(t, err, "a network cannot be learned from 0 samples")
	wide := begun(t, Default(), smallData(), nil, "").Weights()
	_, err = Begin(small(), smallData(), wide, "")
	require.EqualError(t, err, "the first weights are those of a network with 256 columns, not 64")
	for want, change := range map[string]func(*Settings){
		"hidden 65 is none of 64, 128 and 256":         func(s *Settings) { s.Hidden = 65 },
		"epochs 0 is not between 1 and 1000":           func(s *Settings) { s.Epochs = 0 },
		"batch 0 is not between 1 and 16777216":        func(s *Settings) { s.Batch = 0 },
		"rate NaN is not above 0 and at most 1":        func(s *Settings) { s.Rate = math.NaN() },
		"result-share 1.5 is not between 0 and 1":      func(s *Settings) { s.ResultShare = 1.5 },
		"result-share NaN is not between 0 and 1":      func(s *Settings) { s.ResultShare = math.NaN() },
		"epochs 100000 is not between 1 and 1000":      func(s *Settings) { s.Epochs = 100000 },
		"rate 1e+30 is not above 0 and at most 1":      func(s *Settings) { s.Rate = 1e30 },
		"batch 99999999 is not between 1 and 16777216": func(s *Settings) { s.Batch = 99999999 },
	} {
		s := small()
		change(&s)
		_, err := Begin(s, smallData(), nil, "")
		require.EqualError(t, err, want)
	}
}

// Each epoch has an order of its own with all samples.
func TestShuffle(t *testing.T) {
	run := begun(t, small(), smallData(), nil, "")
	run.shuffle(0)
	first := slices.Clone(run.order)
	run.shuffle(1)
	require.NotEqual(t, first, run.order)
	run.shuffle(0)
	require.Equal(t, first, run.order)
	slices.Sort(first)
	for i, sample := range first {
		require.Equal(t, uint32(i), sample)
	}
}

// A batch moves the weights as one with each sample twice does: the gradient is a mean.
func TestMeanGradient(t *testing.T) {
	once, twice := begun(t, small(), smallData(), nil, ""), begun(t, small(), smallData(), nil, "")
	size := evaltune.NewStepSize(0.01, 1)
	_, err := once.learn(context.Background(), []uint32{0, 1, 2, 3, 4, 5, 6, 7}, size)
	require.NoError(t, err)
	_, err = twice.learn(context.Background(), []uint32{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7}, size)
	require.NoError(t, err)
	require.InDeltaSlice(t, once.adam.Means, twice.adam.Means, 1e-6)
	require.Greater(t, slices.Max(once.adam.Means), float32(1e-3), "the gradient must not be near 0, or the test sees nothing")
}

// Steps follow the formulas of the paper, with fractions of 64 bits here.
func TestAdam(t *testing.T) {
	const rate = 0.01
	weights, a := []float32{1}, evaltune.NewAdam(1)
	want, mean, square := 1.0, 0.0, 0.0
	for i, gradient := range []float64{0.5, -0.25, 0.125, 3, 0, -1} {
		mean = 0.9*mean + 0.1*gradient
		square = 0.999*square + 0.001*gradient*gradient
		n := float64(i + 1)
		want -= rate * (mean / (1 - math.Pow(0.9, n))) / (math.Sqrt(square/(1-math.Pow(0.999, n))) + 1e-8)
		a.Move(weights, 0, float32(gradient), evaltune.NewStepSize(rate, i+1))
		require.InDelta(t, want, float64(weights[0]), 1e-6)
	}
}

// The rate falls along half a cosine to a hundredth.
func TestRate(t *testing.T) {
	s := Settings{Rate: 2}
	require.InDelta(t, 2, s.rateAt(0, 100), 1e-12)
	require.InDelta(t, 2*(0.01+0.99/2), s.rateAt(50, 100), 1e-12)
	require.InDelta(t, 0.02, s.rateAt(100, 100), 1e-12)
}
