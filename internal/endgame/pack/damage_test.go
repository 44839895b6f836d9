package pack_test

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
)

// small returns a slice file of the program, which has tables, filters and bits.
func small(t testing.TB) []byte {
	data, err := os.ReadFile("../../../egdb/data/2Kv2C.zdb")
	require.NoError(t, err)
	return data
}

// TestDamage flips and cuts every byte of a file, of a larger one some: it must be
// refused.
func TestDamage(t *testing.T) {
	damage(t, encode(t, endgame.Material{BlackKings: 1, BlackMen: 1, WhiteKings: 1}, pack.Options{Workers: 2}), 1)
	const some = 37
	damage(t, small(t), some)
}

func damage(t *testing.T, data []byte, step int) {
	_, err := endgame.OpenSlice("whole", data)
	require.NoError(t, err)
	for i := 0; i < len(data); i += step {
		data[i] ^= 1 << (i % 8)
		_, err := endgame.OpenSlice("flipped.zdb", data)
		require.ErrorContains(t, err, "flipped.zdb", "byte %d", i)
		data[i] ^= 1 << (i % 8)
		_, err = endgame.OpenSlice("cut.zdb", data[:i:i])
		require.ErrorContains(t, err, "cut.zdb", "byte %d", i)
	}
	_, err = endgame.OpenSlice("long.zdb", append(data[:len(data):len(data)], 0))
	require.ErrorContains(t, err, "long.zdb")
}

// resum makes all checksums of a slice file right, as far as there are any.
func resum(data []byte) {
	const table, entry = 72, 12
	if len(data) < table+4 {
		return
	}
	polynomial := crc32.MakeTable(crc32.Castagnoli)
	end := table + int(data[11])*entry
	if len(data) < end+4 {
		return
	}
	at := end + 4
	for i := table; i < end; i += entry {
		length := int(binary.LittleEndian.Uint32(data[i+4:]))
		if length > len(data)-at {
			return
		}
		binary.LittleEndian.PutUint32(data[i+8:], crc32.Checksum(data[at:at+length], polynomial))
		at += length
	}
	binary.LittleEndian.PutUint32(data[end:], crc32.Checksum(data[:end], polynomial))
}

// FuzzOpenSlice damages files in a way that no checksum notices: whatever opens must
// answer every question, if not rightly.
func FuzzOpenSlice(f *testing.F) {
	for _, m := range endgame.Slices(3) {
		if pack.Canonical(m) == m {
			f.Add(encode(f, m, pack.Options{Workers: 1}), uint32(0xF), uint32(0xF0000000), uint32(1))
			f.Add(encode(f, m, pack.Options{Workers: 1, BothSides: 1}), uint32(0x30), uint32(0xF00), uint32(0x800))
		}
	}
	f.Add(small(f), uint32(0x30), uint32(0xF00), uint32(0x800))
	f.Fuzz(func(t *testing.T, data []byte, black, white, kings uint32) {
		resum(data)
		s, err := endgame.OpenSlice("fuzzed", data)
		if err != nil {
			return
		}
		var d endgame.Database
		d.Add(s)
		ask := func(p board.Position) {
			s.Stored(p)
			s.Value(p)
			d.Probe(p)
			d.ProbeStored(p)
		}
		for turn := range board.Color(2) {
			ask(board.Position{Black: board.Bitboard(black), White: board.Bitboard(white), Kings: board.Bitboard(kings), Turn: turn})
		}
		// Positions of the very material of the file, wherever its pieces stand.
		n := int(s.Material.BlackKings + s.Material.BlackMen)
		for shift := range 8 {
			var p board.Position
			for i := range s.Material.Pieces() {
				b := board.Square((uint32(i)*uint32(3+shift) + black>>shift) & 31).Bit()
				if i < n {
					p.Black |= b
				} else {
					p.White |= b
				}
				if i < int(s.Material.BlackKings) || i >= n && i < n+int(s.Material.WhiteKings) {
					p.Kings |= b
				}
			}
			ask(p)
		}
	})
}
