package train

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
)

// writeShard writes a shard of games, and says in its header that it has more samples than it has. It returns the name.
func writeShard(t *testing.T, folder string, seed uint64, number int, samples []evaltune.Sample, more int) string {
	t.Helper()
	const format, sampleScore = 1, 2
	data, err := json.Marshal(evaltune.Header{Format: format, Seed: seed, Number: number, Games: 1, Samples: len(samples) + more})
	require.NoError(t, err)
	data = append(data, '\n')
	for _, s := range samples {
		for _, set := range []board.Bitboard{s.Black, s.White, s.Kings} {
			data = binary.LittleEndian.AppendUint32(data, uint32(set))
		}
		data = binary.LittleEndian.AppendUint16(data, uint16(s.Score))
		data = append(data, byte(board.Black), byte(s.Result))
	}
	encoder, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	name := filepath.Join(folder, fmt.Sprintf("s%d-%05d%s", seed, number, evaltune.Extension))
	require.NoError(t, os.WriteFile(name, encoder.EncodeAll(data, nil), 0o600))
	return name
}

// games returns made-up samples without leaves.
func games(n int, seed uint64) []evaltune.Sample {
	return slices.DeleteFunc(madeUp(2*n, seed), evaltune.Sample.Leaf)[:n]
}

func quiet(int, int) {}

// All shards are read, in the order of the folders and names, and those that are held out are kept apart.
func TestLoad(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	var training []evaltune.Sample
	for number := range 19 {
		samples := games(5+number, uint64(number))
		writeShard(t, first, 1, number, samples, 0)
		training = append(training, samples...)
	}
	held := games(30, 100)
	writeShard(t, first, 1, 19, append(slices.Clone(held), training[3]), 0)
	extra := games(8, 200)
	writeShard(t, second, 1, 0, extra, 0)
	training = append(training, extra...)

	last, total := 0, 0
	data, err := evaltune.Load(context.Background(), true, func(done, all int) { last, total = done, all }, first, second)
	require.NoError(t, err)
	require.Equal(t, training, data.Training)
	require.Equal(t, held, data.Held, "a position to learn from is not held out")
	require.Equal(t, 21, data.Shards)
	require.Equal(t, []int{21, 21}, []int{last, total})

	again, err := evaltune.Load(context.Background(), true, quiet, first, second)
	require.NoError(t, err)
	require.Equal(t, data.Fingerprint, again.Fingerprint)
	swapped, err := evaltune.Load(context.Background(), true, quiet, second, first)
	require.NoError(t, err)
	require.NotEqual(t, data.Fingerprint, swapped.Fingerprint)
	extra[4].Score ^= 1
	writeShard(t, second, 1, 0, extra, 0)
	changed, err := evaltune.Load(context.Background(), true, quiet, first, second)
	require.NoError(t, err)
	require.NotEqual(t, data.Fingerprint, changed.Fingerprint)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = evaltune.Load(ctx, true, quiet, first)
	require.ErrorIs(t, err, context.Canceled)
}

// Files that cannot be learned from are an error that names the file or the folder.
func TestLoadErrors(t *testing.T) {
	folder := t.TempDir()
	_, err := evaltune.Load(context.Background(), true, quiet, folder)
	require.ErrorContains(t, err, folder+": too few samples: there is no file ")
	writeShard(t, folder, 1, 0, games(5, 1), 0)
	_, err = evaltune.Load(context.Background(), true, quiet, folder)
	require.ErrorContains(t, err, folder+": too few samples: of the files there (1) about one in 20 is held out; 5 positions are left")
	name := writeShard(t, folder, 1, 19, games(5, 2), 1)
	_, err = evaltune.Load(context.Background(), true, quiet, folder)
	require.ErrorContains(t, err, name+": the file is damaged or cut short")
	name = writeShard(t, folder, 1, 19, games(5, 2), 1<<30)
	_, err = evaltune.Load(context.Background(), true, quiet, folder)
	require.ErrorContains(t, err, name+": the header says 1073741829 samples, more than 1073741824")
	require.NoError(t, os.WriteFile(name, []byte("no shard"), 0o600))
	_, err = evaltune.Load(context.Background(), true, quiet, folder)
	require.ErrorContains(t, err, name+": this is no file of samples")
}

// The target mixes result and score; a leaf has a score alone.
func TestTarget(t *testing.T) {
	s := evaltune.Sample{Score: 43, Result: board.Win}
	require.InDelta(t, 1, s.Target(1), 1e-12)
	require.InDelta(t, evaltune.Logistic(1), s.Target(0), 1e-12)
	require.InDelta(t, 0.25+0.75*evaltune.Logistic(1), s.Target(0.25), 1e-12)
	s.Result = board.Loss
	require.InDelta(t, 0, s.Target(1), 1e-12)
	s.Result = board.Unknown
	require.InDelta(t, evaltune.Logistic(1), s.Target(1), 1e-12)
}
