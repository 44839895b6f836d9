package train

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/eval/network"
)

// manScore is what a man more is worth in made-up samples, in hundredths of a man; a king is worth half as much again.
const manScore = 60

// madeUp returns samples with random pieces, scored by material. One in three is a leaf.
func madeUp(n int, seed uint64) []evaltune.Sample {
	random := rand.New(rand.NewPCG(seed, 0))
	samples := make([]evaltune.Sample, n)
	for i := range samples {
		samples[i] = randomSample(random)
	}
	return samples
}

func randomSample(random *rand.Rand) evaltune.Sample {
	var s evaltune.Sample
	squares := random.Perm(board.Squares)[:2+random.IntN(23)]
	for i, square := range squares {
		bit := board.Square(square).Bit()
		side, crowning := &s.Black, board.CrowningRow(board.Black)
		if i%2 == 1 {
			side, crowning = &s.White, board.CrowningRow(board.White)
		}
		*side |= bit
		if random.IntN(6) == 0 || crowning&bit != 0 {
			s.Kings |= bit
		}
	}
	material := s.Black.Count() - s.White.Count()
	if len(squares)%2 == 0 && random.IntN(2) == 0 { // sides are uneven more often
		s.White &= s.White - 1
		s.Kings &= s.Black | s.White
		material++
	}
	s.Score = int16(material*manScore + ((s.Black&s.Kings).Count()-(s.White&s.Kings).Count())*manScore/2)
	switch {
	case random.IntN(3) == 0:
		s.Result = board.Unknown
	case s.Score > 0:
		s.Result = board.Win
	case s.Score < 0:
		s.Result = board.Loss
	default:
		s.Result = board.Draw
	}
	return s
}

// small returns settings with which a test learns in a moment.
func small() Settings {
	return Settings{Hidden: 64, Epochs: 3, Batch: 100, Rate: 0.01, ResultShare: 0.5, Seed: 7}
}

// smallData returns few made-up samples.
func smallData() *evaltune.Data {
	return &evaltune.Data{Training: madeUp(1050, 1), Held: madeUp(300, 2), Fingerprint: 5}
}

// begun returns a training that must be possible.
func begun(t *testing.T, s Settings, data *evaltune.Data, from *network.Weights, checkpoint string) *Run {
	t.Helper()
	run, err := Begin(s, data, from, checkpoint)
	require.NoError(t, err)
	return run
}

// learned returns the weights after all epochs of a training.
func learned(t *testing.T, run *Run) *network.Weights {
	t.Helper()
	require.NoError(t, run.Learn(context.Background(), func(int) {}, func(Epoch) {}))
	return run.Weights()
}
