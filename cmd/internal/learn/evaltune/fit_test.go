package evaltune

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/eval"
)

// smallSet is the games of twenty-one small shards, which are made once for all tests.
func smallSet(t *testing.T) *Set {
	t.Helper()
	smallGames.once.Do(func() { smallGames.set = loadSmall(t) })
	require.NotNil(t, smallGames.set, "another test failed to make the games")
	made := *smallGames.set // a fit changes the order of the points
	made.Training, made.Held = slices.Clone(made.Training), slices.Clone(made.Held)
	return &made
}

var smallGames struct {
	once sync.Once
	set  *Set
}

func loadSmall(t *testing.T) *Set {
	t.Helper()
	g := generation(t, t.TempDir())
	g.Shards, g.Games = heldShare+1, 2
	made(t, g)
	read := 0
	samples, err := Load(context.Background(), false, func(done, total int) {
		require.Equal(t, g.Shards, total)
		read = done
	}, g.Directory)
	require.NoError(t, err)
	require.Equal(t, g.Shards, read)
	set := NewSet(samples)
	require.Greater(t, samples.Samples, len(set.Training))
	return set
}

func TestLoad(t *testing.T) {
	s := smallSet(t)
	require.Greater(t, len(s.Training), 10*len(s.Held))
	seen := map[board.Position]bool{}
	for _, p := range append(s.Training, s.Held...) {
		require.Equal(t, board.Black, p.Position.Turn)
		require.False(t, seen[p.Position], "each position once, in one part")
		seen[p.Position] = true
		require.True(t, 0 <= p.Result && p.Result <= 1)
	}
}

// Nothing is learned from a position that openings.HeldOut keeps, whoever wrote it.
func TestLoadLeavesOutWhatIsHeldOut(t *testing.T) {
	held, err := openings.Open("edge-heldout", false)
	require.NoError(t, err)
	folder := t.TempDir()
	for number := range heldShare {
		samples := []Sample{sampleOf(board.Start(), board.Draw, 0), sampleOf(held[number].Game().Position(), board.Draw, 0)}
		if number == heldShare-1 {
			samples[0].Black &= samples[0].Black - 1 // another one than those of Training
			samples = samples[:1]
		}
		require.NoError(t, writeShard(filepath.Join(folder, fmt.Sprint(number, Extension)), Header{Seed: 1, Number: number, Games: 1}, samples))
	}
	data, err := Load(context.Background(), true, func(int, int) {}, folder)
	require.NoError(t, err)
	require.Len(t, data.Held, 1)
	require.Len(t, data.Training, heldShare-1)
	for _, s := range data.Training {
		require.Equal(t, board.Start(), s.Position())
	}
}

func TestLoadOfTooLittle(t *testing.T) {
	load := func(ctx context.Context, folders ...string) error {
		_, err := Load(ctx, false, func(int, int) {}, folders...)
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	require.ErrorContains(t, load(ctx, t.TempDir()), "too few samples")
	require.Error(t, load(ctx, filepath.Join(t.TempDir(), "["))) // no pattern of names
	g, more := generation(t, filepath.Join(t.TempDir(), "run[1]")), generation(t, t.TempDir())
	made(t, g)
	made(t, more)
	require.ErrorContains(t, load(ctx, g.Directory, more.Directory), g.Directory+", "+more.Directory+": too few samples: of the files there (6)")
	cancel()
	require.ErrorIs(t, load(ctx, g.Directory), context.Canceled)
}

func TestMerged(t *testing.T) {
	p, other := board.Start(), board.Start().Play(board.Move{From: 10, To: 14})
	points := merged([]Sample{
		sampleOf(p, board.Win, 30), sampleOf(other, board.Loss, -10).mirrored(),
		sampleOf(p, board.Draw, 0), sampleOf(p, board.Loss, -90),
	})
	require.Len(t, points, 2)
	for _, point := range points {
		if point.Position == p {
			require.InDelta(t, 0.5, point.Result, 1e-6)
			require.InDelta(t, -20, point.Score, 1e-4)
		} else {
			require.Equal(t, other.Mirror(), point.Position, "as Black to move would see it")
			require.InDelta(t, 0, point.Result, 1e-6)
		}
	}
}

// sampleOf returns the sample of a position of a game.
func sampleOf(p board.Position, result board.Result, score eval.Score) Sample {
	s := newSample(p, score)
	s.Result = result
	return s
}

// The losses go down, and the weights do not depend on the number of CPUs.
func TestFit(t *testing.T) {
	fit := Fit{Seed: 3, Epochs: 3, ResultShare: 0.7, Shrink: 2, Rate: 0.02}
	learn := func(cpus int) (l *eval.Learned, losses []Loss) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cpus))
		l, err := fit.Run(context.Background(), smallSet(t), func(int) {}, func(_ int, training, _ Loss) { losses = append(losses, training) })
		require.NoError(t, err)
		return l, losses
	}
	one, losses := learn(1)
	require.Len(t, losses, 3)
	require.Less(t, losses[2].Target, losses[0].Target)
	two, again := learn(2)
	require.Equal(t, losses, again)
	require.True(t, same(one, two))
	fit.Heuristics = true
	one, _ = learn(1)
	require.False(t, same(one, two))
	two, _ = learn(2)
	require.True(t, same(one, two))
}

// same reports whether all weights are the same.
func same(a, b *eval.Learned) bool {
	for i := range a.Patterns {
		if !slices.Equal(a.Patterns[i], b.Patterns[i]) {
			return false
		}
	}
	return a.Heuristics == b.Heuristics
}

// Heuristics are learned but for those that are fixed.
func TestFixedHeuristics(t *testing.T) {
	fit := defaultFit()
	fit.Epochs = 1
	l, err := fit.Run(context.Background(), smallSet(t), func(int) {}, func(int, Loss, Loss) {})
	require.NoError(t, err)
	const kinds = 7
	kept := 0
	for h, was := range eval.BuiltIn().Learned().Heuristics {
		if fixed[h] {
			kept++
			require.Equal(t, was, l.Heuristics[h], eval.Heuristics()[h].Name)
		} else {
			require.NotEqual(t, was, l.Heuristics[h], eval.Heuristics()[h].Name)
		}
	}
	require.Equal(t, kinds, kept)
}

// Without its flag a fit leaves the heuristics' weights alone, and what never occurs
// keeps no weight.
func TestFitOfPatternsAlone(t *testing.T) {
	fit := defaultFit()
	fit.Epochs, fit.Heuristics = 1, false
	l, err := fit.Run(context.Background(), smallSet(t), func(int) {}, func(int, Loss, Loss) {})
	require.NoError(t, err)
	require.Equal(t, eval.BuiltIn().Learned().Heuristics, l.Heuristics)
	learned := 0
	for _, w := range l.Patterns[0] {
		if w != 0 {
			learned++
		}
	}
	require.Positive(t, learned)
	require.Less(t, learned, len(l.Patterns[0])/10)
}

func TestInterruptedFit(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := defaultFit().Run(ctx, smallSet(t), func(int) {}, func(int, Loss, Loss) {})
	require.ErrorIs(t, err, context.Canceled)
}

// If the loss is not a finite number, Run returns an error and no weights.
func TestFitThatRunsAway(t *testing.T) {
	fit := defaultFit()
	fit.Epochs, fit.Rate = 2, math.Inf(1)
	l, err := fit.Run(context.Background(), smallSet(t), func(int) {}, func(int, Loss, Loss) {})
	require.ErrorContains(t, err, "the loss is no number after epoch")
	require.Nil(t, l)
}

// Learning begins with the weights that a fit is given, and the pull of the patterns is towards them.
func TestFitFromWeights(t *testing.T) {
	from, set := menAlone(), smallSet(t)
	for i := range from.Patterns[0] {
		from.Patterns[0][i] = 100
	}
	fit := defaultFit()
	fit.Epochs, fit.Heuristics, fit.From = 1, false, from
	moved := func(shrink float64) (sum float64) {
		fit.Shrink = shrink
		l, err := fit.Run(context.Background(), set, func(int) {}, func(int, Loss, Loss) {})
		require.NoError(t, err)
		require.Equal(t, from.Heuristics, l.Heuristics)
		for i, w := range l.Patterns[0] {
			sum += math.Abs(float64(w - from.Patterns[0][i]))
		}
		return sum
	}
	require.NotZero(t, moved(0))
	require.Less(t, moved(20), moved(0))
	fit.Rate = 1e-9
	require.Zero(t, moved(0), "no step is made")
	fit.Rate = defaultFit().Rate

	l, err := fit.Run(context.Background(), set, func(int) {}, func(int, Loss, Loss) {})
	require.NoError(t, err)
	require.NotEqual(t, from.Patterns[0], l.Patterns[0])
	fit.Heuristics = true
	l, err = fit.Run(context.Background(), set, func(int) {}, func(int, Loss, Loss) {})
	require.NoError(t, err)
	for h := range fixed {
		require.Equal(t, fixed[h], l.Heuristics[h] == from.Heuristics[h], eval.Heuristics()[h].Name)
	}
}

// The stronger the pull to zero, the smaller are the weights of patterns.
func TestShrink(t *testing.T) {
	set := smallSet(t)
	size := func(shrink float64) (sum float64) {
		fit := defaultFit()
		fit.Epochs, fit.Shrink = 2, shrink
		l, err := fit.Run(context.Background(), set, func(int) {}, func(int, Loss, Loss) {})
		require.NoError(t, err)
		for _, w := range l.Patterns[0] {
			sum += math.Abs(float64(w))
		}
		return sum
	}
	const little = 0.9
	require.Less(t, size(20), little*size(0))
}

// Weights settle in the last third, and only there.
func TestRateSettles(t *testing.T) {
	fit := Fit{Epochs: 6, Rate: 1}
	var rates []float64
	for epoch := range fit.Epochs {
		rates = append(rates, fit.rate(epoch))
	}
	require.Equal(t, []float64{1, 1, 1, 1, 0.25, 0.25}, rates)
}

// defaultFit returns the settings with which the weights in the program were learned.
func defaultFit() Fit {
	return Fit{Seed: 1, Epochs: 4, ResultShare: 0.5, Shrink: 5, Rate: 0.15, Heuristics: true}
}
