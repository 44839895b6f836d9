package network

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// written returns the bytes of a network file.
func written(t testing.TB, n *Network) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, n.Write(&file))
	return file.Bytes()
}

// withChecksum returns a file that ends with the checksum of body.
func withChecksum(body []byte) []byte {
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
}

// requireSame checks that two networks have the same note, numbers and tables.
func requireSame(t *testing.T, want, got *Network) {
	t.Helper()
	require.Equal(t, want.Note(), got.Note())
	require.Equal(t, want.Hidden(), got.Hidden())
	require.Equal(t, want.numbers(version), got.numbers(version))
	for stage := range Stages {
		require.Equal(t, want.table(stage).rows, got.table(stage).rows)
	}
}

// What is written is read again, and belongs to nobody else.
func TestFile(t *testing.T) {
	for _, n := range networks(t) {
		file := written(t, n)
		require.LessOrEqual(t, len(file), MaxFileBytes)
		parsed, err := Parse(file)
		require.NoError(t, err)
		clear(file)
		requireSame(t, n, parsed)
	}
}

// A file of the version before has no shared inputs: their weights are 0.
func TestFileWithoutSharedInputs(t *testing.T) {
	w := randomWeights(hiddenStep, 1)
	clear(w.Shared)
	n := network(t, w)
	file := written(t, n)
	const sharedBytes, sumBytes = 2 * Shared * hiddenStep, 4
	first := len(magic) + 1 + 4 + len(n.note) + 4 + 2*Stages*Inputs*hiddenStep
	older := slices.Concat(file[:first], file[first+sharedBytes:len(file)-sumBytes])
	older[len(magic)] = '2'
	parsed, err := Parse(withChecksum(older))
	require.NoError(t, err)
	requireSame(t, n, parsed)
}

// The longest file has the longest note and the most columns.
func TestLongestFile(t *testing.T) {
	w := NewWeights(maxHidden)
	w.Note = strings.Repeat("x", maxNote)
	require.Len(t, written(t, network(t, w)), MaxFileBytes)
}

// The file of a small network, byte by byte.
func TestFileBytes(t *testing.T) {
	w := NewWeights(hiddenStep)
	const rows = Stages*(Inputs+1) + Shared
	w.Note = "ab"
	w.Input[0], w.Shared[4], w.InputBias[1], w.Output[2], w.OutputBias[3] = 1, 1, -1, -0.5, 1
	body := append([]byte("ZONDANN4\x02\x00\x00\x00ab\x40\x00\x00\x00"), make([]byte, hiddenStep*(2*rows+2*Buckets)+4*Buckets)...)
	const header, shared, biases, output, outputBias = 18, 18 + 2*Stages*Inputs*hiddenStep, 18 + 2*(Stages*Inputs+Shared)*hiddenStep, 18 + 2*rows*hiddenStep, 18 + (2*rows+2*Buckets)*hiddenStep
	body[header], body[shared+8] = 0xFF, 0xFF
	binary.LittleEndian.PutUint16(body[biases+2:], 0x10000-255)
	body[output+2] = 0x100 - 32
	binary.LittleEndian.PutUint32(body[outputBias+12:], 255*255*64)
	require.Equal(t, withChecksum(body), written(t, network(t, w)))
}

func TestFileThatIsNone(t *testing.T) {
	file := written(t, network(t, randomWeights(64, 1)))
	for _, data := range [][]byte{nil, file[:headerBytes-1], append([]byte("x"), file...), []byte("ZONDAEV3 and more"), []byte("ZONDANNX and more")} {
		_, err := Parse(data)
		require.EqualError(t, err, "this is no network file")
	}
	other := bytes.Clone(file)
	other[len(magic)] = '1'
	_, err := Parse(other)
	require.EqualError(t, err, "this network file is of version 1; this program reads versions 2 and 4")
}

// A bit that differs and a byte that is missing are seen, wherever they are.
func TestDamagedFile(t *testing.T) {
	file := written(t, network(t, randomWeights(64, 1)))
	step := 7 // coprime to the bits of a byte
	if os.Getenv("ZONDA_LONG") != "" {
		step = 1
	}
	for i := 0; i < len(file); i += step {
		_, err := Parse(file[:i])
		require.Error(t, err, "%d bytes", i)
		file[i] ^= 1 << (i % 8)
		_, err = Parse(file)
		require.Error(t, err, "byte %d", i)
		file[i] ^= 1 << (i % 8)
	}
	_, err := Parse(append(bytes.Clone(file), 0))
	require.ErrorIs(t, err, errDamaged)
}

// Files whose checksum holds, but whose parts do not fit together.
func TestWrongParts(t *testing.T) {
	n := network(t, randomWeights(64, 1))
	file := written(t, n)
	body := file[:len(file)-crc32.Size]
	hidden := headerBytes + lengthBytes + len(n.note)
	changed := func(at int, number uint32) []byte {
		other := bytes.Clone(body)
		binary.LittleEndian.PutUint32(other[at:], number)
		return withChecksum(other)
	}
	for name, data := range map[string][]byte{
		"no note": withChecksum(body[:headerBytes]), "half a length": withChecksum(body[:headerBytes+2]), "no columns": withChecksum(body[:hidden]),
		"a note beyond the end": changed(headerBytes, 999_999), "a negative note": changed(headerBytes, math.MaxUint32),
		"a note cut": withChecksum(body[:hidden-1]), "numbers cut": withChecksum(body[:len(body)-1]),
		"bytes after the numbers": withChecksum(append(bytes.Clone(body), 0)), "more columns than numbers": changed(hidden, 128),
	} {
		_, err := Parse(data)
		require.ErrorIs(t, err, errDamaged, name)
	}
	for _, columns := range []uint32{0, 32, 65, 1088, math.MaxUint32} {
		_, err := Parse(changed(hidden, columns))
		require.ErrorContains(t, err, "the number must be a multiple of 64, at most 1024", "%d columns", columns)
	}
}

// A file may not hold numbers with which sums would leave their room.
func TestFileWithTooLargeNumbers(t *testing.T) {
	n := network(t, randomWeights(64, 1))
	for input := range allPieces {
		n.input[input*n.hidden+5] = 2000
	}
	_, err := Parse(written(t, n))
	require.ErrorContains(t, err, "column 5 of stage 0 of the network can add up to")
	n = network(t, NewWeights(256))
	for i := range 2 * n.hidden {
		n.output[2*n.hidden+i] = -maxOutput
	}
	_, err = Parse(written(t, n))
	require.EqualError(t, err, "the output of bucket 1 of the network can add up to -4228185600 or 0, which 32 bits do not hold")
}

func TestNoteThatIsTooLong(t *testing.T) {
	w := NewWeights(64)
	w.Note = strings.Repeat("x", maxNote+1)
	require.EqualError(t, network(t, w).Write(&bytes.Buffer{}), "the note has 1001 bytes, more than 1000")
}

func FuzzParse(f *testing.F) {
	for _, w := range []*Weights{randomWeights(64, 1), NewWeights(64)} {
		file := written(f, network(f, w))
		f.Add(file[:len(file)-crc32.Size], true)
		f.Add(file, false)
	}
	f.Add([]byte("ZONDANN4"), false)
	f.Fuzz(func(t *testing.T, data []byte, repair bool) {
		if repair {
			data = withChecksum(data)
		}
		n, err := Parse(data)
		if err != nil {
			require.Nil(t, n)
			return
		}
		require.Equal(t, data, written(t, n))
		for _, p := range evaltest.Quiet(4) {
			require.Less(t, n.Evaluate(p), eval.MaxUnproven+1)
			require.Equal(t, n.evaluateSlow(p), n.evaluate(nil, p))
		}
	})
}
