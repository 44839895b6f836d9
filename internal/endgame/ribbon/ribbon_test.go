package ribbon

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestOpenNamesWhatIsWrong(t *testing.T) {
	data, err := BuildFilter(context.Background(), inLists(sample(5000, 1), 1), 3, 1)
	require.NoError(t, err)
	for _, c := range []struct {
		what   string
		change func(data []byte) []byte
	}{
		{"header", func(data []byte) []byte { return data[:headerBytes-1] }},
		{"magic", func(data []byte) []byte { data[0]++; return data }},
		{"width 0", func(data []byte) []byte { data[widthAt] = 0; return data }},
		{"width 17", func(data []byte) []byte { data[widthAt] = 17; return data }},
		{"13 layers", func(data []byte) []byte { data[layersAt] = 13; return data }},
		{"shapes", func(data []byte) []byte { return data[:headerBytes+2] }},
		{"tail of 33", func(data []byte) []byte { data[tailAt] = 33; return data }},
		{"shape 0x0 ", func(data []byte) []byte { clear(data[headerBytes : headerBytes+shapeBytes]); return data }},
		{"shape 0xf", func(data []byte) []byte { data[headerBytes+shapeBytes-1] |= 0xf0; return data }},
		{"bytes, not", func(data []byte) []byte { return data[:len(data)-1] }},
		{"bytes, not", func(data []byte) []byte { return append(data, 0) }},
		{"bytes, not", func(data []byte) []byte { data[widthAt]++; return data }},
		{"not zero", func(data []byte) []byte { data[headerBytes+shapeBytes]++; return data }},
	} {
		_, err := OpenFilter(c.change(append([]byte(nil), data...)))
		require.ErrorContains(t, err, c.what)
	}
	_, err = OpenBits(data)
	require.ErrorContains(t, err, "magic")
	data[0], data[1], data[2], data[3] = 'r', 'b', 'b', '1'
	_, err = OpenBits(data)
	require.ErrorContains(t, err, "width 3")
}

func TestQueriesDoNotAllocate(t *testing.T) {
	keys := sample(5000, 1)
	f, _ := openFilter(t, keys, 7)
	b, err := OpenBits(checkBits(t, keys, nil))
	require.NoError(t, err)
	i := 0
	require.Zero(t, testing.AllocsPerRun(len(keys)-1, func() {
		f.Has(keys[i%len(keys)])
		b.Get(keys[i%len(keys)])
		i++
	}))
}

// TestDamagedFileIsSafe changes the parts of a file that open can't judge.
func TestDamagedFileIsSafe(t *testing.T) {
	data, err := BuildFilter(context.Background(), inLists(sample(5000, 1), 1), 3, 1)
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) {
		damaged := append([]byte(nil), data...)
		for range 100 {
			at := rapid.IntRange(headerBytes+2*shapeBytes, len(data)-1).Draw(t, "at")
			damaged[at] = rapid.Byte().Draw(t, "byte")
		}
		f, err := OpenFilter(damaged)
		require.NoError(t, err)
		for _, key := range sample(1000, rapid.Uint64().Draw(t, "seed")) {
			f.Has(key)
		}
	})
}

// TestLastSlots asks for hashes at the ends of layers of all shapes.
func TestLastSlots(t *testing.T) {
	for _, starts := range []uint64{64, 128, 1024, shardStarts, 2*shardStarts - 64, 2 * shardStarts, 3*shardStarts + 64} {
		for _, width := range []int{1, 3, MaxWidth} {
			l := newLayer(starts, minShift)
			l.cells = make([]byte, l.cellBytes(width))
			l.cutCodes = make([]byte, l.codeBytes())
			for shard := range l.lastShard + 1 {
				last := l.shardEnd(shard) - 1
				require.True(t, l.keeps(last))
				require.Less(t, l.slot(last)+windowSlots, l.shardEnd(shard)+(shard+1)*windowSlots)
				require.False(t, l.differs(^uint64(0), last, 0, width))
			}
			require.Equal(t, starts-1, l.start(^uint64(0)))
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, n := range []int{0, 1, 100, 300, 3000} {
		keys := sample(n, 1)
		for _, width := range []int{1, 5} {
			data, err := BuildFilter(context.Background(), inLists(keys, 1), width, 1)
			require.NoError(f, err)
			f.Add(data, uint64(n))
		}
		data, err := BuildBits(context.Background(), inLists(keys, 1), nil, 1)
		require.NoError(f, err)
		f.Add(data, uint64(n))
	}
	f.Fuzz(func(_ *testing.T, data []byte, key uint64) {
		filter, filterErr := OpenFilter(data)
		bits, bitsErr := OpenBits(data)
		for _, key := range append(sample(100, key), key, 0, ^key) {
			if filterErr == nil {
				filter.Has(key)
			}
			if bitsErr == nil {
				bits.Get(key)
			}
		}
	})
}

// A build that takes minutes ends with its context.
func TestEndedContext(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	keys := sample(5000, 1)
	_, err := BuildFilter(ctx, inLists(keys, 1), 3, 2)
	require.ErrorIs(t, err, why)
	_, err = BuildBits(ctx, inLists(keys[:100], 1), inLists(keys[100:], 1), 2)
	require.ErrorIs(t, err, why)
}
