package generate

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// TestValuesFile saves every slice of two and three pieces and reads it back; cut
// at any place or with any byte changed a file is refused.
func TestValuesFile(t *testing.T) {
	v := solveAll(t, 3, 2)
	name := filepath.Join(t.TempDir(), "slice")
	for n := 2; n <= 3; n++ {
		for _, class := range Classes(n) {
			for _, m := range class {
				require.NoError(t, v.slice(m).save(name))
				s, err := openValues(name, m)
				require.NoError(t, err)
				mapped := NewValues()
				mapped.put(s, maxKings(m))
				var want, got []board.Result
				v.Each(m.Mirror(), 0, 1, func(_ board.Position, r board.Result) { want = append(want, r) })
				mapped.Each(m.Mirror(), 0, 1, func(_ board.Position, r board.Result) { got = append(got, r) })
				require.Equal(t, want, got, "%v", m)
				counts, _ := v.Counts(m)
				again, _ := mapped.Counts(m)
				require.Equal(t, counts, again)
				require.NoError(t, mapped.Close())

				_, err = openValues(name, endgame.Material{BlackKings: 5, WhiteKings: 5})
				require.ErrorIs(t, err, errDamaged)
			}
		}
	}
}

// TestBlocksWithoutPlaces: blocks that the places of a working file cannot tell apart are refused before they are written.
func TestBlocksWithoutPlaces(t *testing.T) {
	name, data := filepath.Join(t.TempDir(), "slice"), make([]byte, 1<<30)
	err := preamble{}.save(name, make([]location, 1), slices.Repeat([][]byte{data}, 33), nil)
	require.EqualError(t, err, name+": the blocks have 35433480192 bytes, more than 34359738360")
	require.NoFileExists(t, name)
}

func TestDamagedValues(t *testing.T) {
	v := solveAll(t, 2, 1)
	m := Classes(2)[0][0]
	name := filepath.Join(t.TempDir(), "slice")
	require.NoError(t, v.slice(m).save(name))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	for i := 0; i < len(data); i += 1 + len(data)/500 {
		require.NoError(t, os.WriteFile(name, data[:i], 0o600))
		_, err := openValues(name, m)
		require.ErrorIs(t, err, errDamaged, "cut at %d", i)

		flipped := append([]byte(nil), data...)
		flipped[i] ^= 0x10
		require.NoError(t, os.WriteFile(name, flipped, 0o600))
		_, err = openValues(name, m)
		require.ErrorIs(t, err, errDamaged, "byte %d", i)
	}
	_, err = openValues(name+"x", m)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// withSum returns a working file with the checksum of its bytes at the end.
func withSum(body []byte) []byte {
	sum := crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli))
	return binary.NativeEndian.AppendUint64(bytes.Clone(body), uint64(sum))
}

// A file with sizes whose sum leaves 64 bits is refused.
func TestWorkingFileWithHugeSizes(t *testing.T) {
	v := solveAll(t, 2, 1)
	m := Classes(2)[0][0]
	name := filepath.Join(t.TempDir(), "slice")
	require.NoError(t, v.slice(m).save(name))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	var p preamble
	used, err := binary.Decode(data, binary.NativeEndian, &p)
	require.NoError(t, err)
	rest := data[used : len(data)-trailerBytes]
	for _, change := range []func(p *preamble){
		func(p *preamble) { p.Data, p.Wide = 1<<63, 1<<63+uint64(len(rest)) },
		func(p *preamble) { p.Places, p.Data = 1<<61, uint64(len(rest)) },
		func(p *preamble) { p.Data, p.Wide = math.MaxUint64, uint64(len(rest))+1 },
	} {
		other := p
		change(&other)
		body, err := binary.Append(nil, binary.NativeEndian, other)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, withSum(append(body, rest...)), 0o600))
		_, err = openValues(name, m)
		require.ErrorIs(t, err, errDamaged)
	}
}

// Blocks that begin outside the file are refused, and those of any other content are read without harm.
func TestForgedBlocks(t *testing.T) {
	values, distances := solveAll(t, 3, 1), solveDistances(t, endgame.DTW, 3, 1, 2)
	m := Classes(3)[0][0] // packed blocks
	name := filepath.Join(t.TempDir(), "slice")
	rapid.Check(t, func(t *rapid.T) {
		asDistances := rapid.Bool().Draw(t, "distances")
		if asDistances {
			require.NoError(t, distances.slice(m).save(name, endgame.DTW))
		} else {
			require.NoError(t, values.slice(m).save(name))
		}
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		used := binary.Size(preamble{})
		body := data[:len(data)-trailerBytes]
		for range 8 {
			body[rapid.IntRange(used, len(body)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		offset := rapid.Uint32().Draw(t, "offset") >> rapid.IntRange(0, 31).Draw(t, "shift")
		binary.NativeEndian.PutUint32(body[used+4:], offset)
		require.NoError(t, os.WriteFile(name, withSum(body), 0o600))
		if asDistances {
			d := NewDistances(endgame.DTW)
			if err := d.open(m, name); err != nil {
				require.ErrorIs(t, err, errDamaged)
				return
			}
			d.Each(m, 0, 1, func(board.Position, egdb.Distance) {})
			require.NoError(t, d.Close())
			return
		}
		v := NewValues()
		if err := v.open(m, name); err != nil {
			require.ErrorIs(t, err, errDamaged)
			return
		}
		v.Each(m, 0, 1, func(board.Position, board.Result) {})
		require.NoError(t, v.Close())
	})
}

// Any file with a right checksum is a slice of values or of distances, or damaged.
func FuzzOpenWorking(f *testing.F) {
	values, distances := solveAll(f, 3, 1), solveDistances(f, endgame.DTW, 3, 1, 2) // some distances are beyond reach
	all := slices.Concat(Classes(2)...)
	all = append(all, Classes(3)[0]...) // packed blocks
	name := filepath.Join(f.TempDir(), "slice")
	for i, m := range all {
		require.NoError(f, values.slice(m).save(name))
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(data[:len(data)-trailerBytes], uint8(i), false)
		require.NoError(f, distances.slice(m).save(name, endgame.DTW))
		data, err = os.ReadFile(name)
		require.NoError(f, err)
		f.Add(data[:len(data)-trailerBytes], uint8(i), true)
	}
	f.Fuzz(func(t *testing.T, body []byte, which uint8, distances bool) {
		name := filepath.Join(t.TempDir(), "slice")
		require.NoError(t, os.WriteFile(name, withSum(body), 0o600))
		if err := openAndClose(name, all[int(which)%len(all)], distances); err != nil {
			require.ErrorIs(t, err, errDamaged)
		}
	})
}

// openAndClose maps a working file of values or of distances, and unmaps it.
func openAndClose(name string, m endgame.Material, distances bool) error {
	if distances {
		s, err := openDistances(name, m, endgame.DTW)
		if err != nil {
			return err
		}
		return s.mapped.Unmap()
	}
	s, err := openValues(name, m)
	if err != nil {
		return err
	}
	return s.mapped.Unmap()
}
