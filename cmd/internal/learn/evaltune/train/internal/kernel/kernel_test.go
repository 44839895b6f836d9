package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// numbers draws n finite numbers: some are 0, -0, 1, or near to them, where clamp changes.
func numbers(t *rapid.T, name string, n int) []float32 {
	seed := rapid.Uint64().Draw(t, name)
	random := rand.New(rand.NewPCG(seed, 0))
	special := []float32{0, float32(math.Copysign(0, -1)), 1, -1, math.Nextafter32(1, 0), math.Nextafter32(0, -1), 1e-38}
	list := make([]float32, n)
	for i := range list {
		if random.IntN(4) == 0 {
			list[i] = special[random.IntN(len(special))]
		} else {
			list[i] = random.Float32()*4 - 2
		}
	}
	return list
}

// bits returns the bits of numbers: they tell 0 from -0.
func bits(list []float32) []uint32 {
	out := make([]uint32, len(list))
	for i, x := range list {
		out[i] = math.Float32bits(x)
	}
	return out
}

// width draws a width that the loops allow.
func width(t *rapid.T) int { return Block * rapid.IntRange(1, 8).Draw(t, "blocks") }

// Both forms of the loops write the same bits.
func TestBestIsPortable(t *testing.T) {
	best, portable := Best(), Portable()
	rapid.Check(t, func(t *rapid.T) {
		n := width(t)
		height := rapid.IntRange(1, 800).Draw(t, "height") // more than a byte holds
		table := numbers(t, "table", n*height)
		rows := rapid.SliceOfN(rapid.Uint16Range(0, uint16(height-1)), 0, 30).Draw(t, "rows")
		sums, same := numbers(t, "before", n), make([]float32, n)
		best.SumRows(sums, table, rows)
		portable.SumRows(same, table, rows)
		require.Equal(t, bits(same), bits(sums))

		delta := numbers(t, "delta", n)
		changed := slices.Clone(table)
		best.AddToRows(changed, rows, delta)
		portable.AddToRows(table, rows, delta)
		require.Equal(t, bits(table), bits(changed))

		weights := numbers(t, "weights", n)
		require.Equal(t, math.Float32bits(portable.Output(sums, weights)), math.Float32bits(best.Output(sums, weights)))

		gradient, slope := numbers(t, "gradient", n), rapid.Float32Range(-1, 1).Draw(t, "slope")
		sameGradient := slices.Clone(gradient)
		best.Backward(delta, gradient, sums, weights, slope)
		portable.Backward(same, sameGradient, sums, weights, slope)
		require.Equal(t, bits(same), bits(delta))
		require.Equal(t, bits(sameGradient), bits(gradient))
	})
}

// The loops do what their comments say, on numbers that can be checked by hand.
func TestValues(t *testing.T) {
	for name, set := range map[string]Set{"best": Best(), "portable": Portable()} {
		t.Run(name, func(t *testing.T) {
			full := func(x float32) []float32 { return slices.Repeat([]float32{x}, Block) }
			table := slices.Concat(full(1), full(2), full(4))
			sums := full(9)
			set.SumRows(sums, table, []uint16{0, 2, 2})
			require.Equal(t, full(9), sums)
			set.SumRows(sums, table, nil)
			require.Equal(t, full(0), sums)
			set.AddToRows(table, []uint16{1, 1, 2}, full(0.5))
			require.Equal(t, slices.Concat(full(1), full(3), full(4.5)), table)

			require.Equal(t, float32(Block*0.25*3), set.Output(full(0.5), full(3)))
			require.Zero(t, set.Output(full(-0.5), full(3)))
			require.Equal(t, float32(Block*3), set.Output(full(1.5), full(3)))
			delta, gradient := full(7), full(1)
			set.Backward(delta, gradient, full(0.5), full(3), 2)
			require.Equal(t, full(2*2*0.5*3), delta)
			require.Equal(t, full(1+2*0.25), gradient)
			set.Backward(delta, gradient, full(1), full(3), 2)
			require.Equal(t, full(0), delta)
			require.Equal(t, full(1.5+2), gradient)
		})
	}
}

func BenchmarkSumRows(b *testing.B) {
	forms(b, func(b *testing.B, set Set) {
		table, out, rows := make([]float32, 129*128), make([]float32, 128), []uint16{3, 9, 20, 31, 40, 64, 70, 80, 90, 100, 110, 128}
		for b.Loop() {
			set.SumRows(out, table, rows)
		}
	})
}

func BenchmarkAddToRows(b *testing.B) {
	forms(b, func(b *testing.B, set Set) {
		table, delta, rows := make([]float32, 129*128), make([]float32, 128), []uint16{3, 9, 20, 31, 40, 64, 70, 80, 90, 100, 110, 128}
		for b.Loop() {
			set.AddToRows(table, rows, delta)
		}
	})
}

func BenchmarkBackward(b *testing.B) {
	forms(b, func(b *testing.B, set Set) {
		const n = 256
		delta, gradient, sums, weights := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
		for b.Loop() {
			set.Backward(delta, gradient, sums, weights, set.Output(sums, weights))
		}
	})
}

// forms runs a benchmark with each form of the loops.
func forms(b *testing.B, run func(b *testing.B, set Set)) {
	b.Run("best", func(b *testing.B) { run(b, Best()) })
	b.Run("portable", func(b *testing.B) { run(b, Portable()) })
}
