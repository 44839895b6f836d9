package eval

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/eval/internal/evaltest"
)

// testWeights returns weights of which all heuristics and some entries of every pattern differ.
func testWeights() *Learned {
	l := NewLearned()
	l.Note = "made for a test"
	for h := range l.Heuristics {
		l.Heuristics[h] = [phases]int16{int16(h), -int16(h), 32767, -32768}
	}
	for i, table := range l.Patterns {
		for k := 0; k < len(table); k += 997 {
			table[k] = int16((i*1000 - k) % 2000)
		}
	}
	return l
}

// written returns the bytes of a weights file.
func written(t testing.TB, l *Learned) []byte {
	t.Helper()
	var file bytes.Buffer
	require.NoError(t, l.Write(&file))
	return file.Bytes()
}

// withChecksum returns a file that ends with the checksum of body.
func withChecksum(body []byte) []byte {
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
}

// What is written is read again.
func TestWeightFile(t *testing.T) {
	l := testWeights()
	w, err := ParseWeights(written(t, l))
	require.NoError(t, err)
	parsed := w.Learned()
	require.Equal(t, l.Note, parsed.Note)
	require.Equal(t, l.Heuristics, parsed.Heuristics)
	for i := range l.Patterns {
		require.True(t, l.Patterns[i][0] == parsed.Patterns[i][0] && bytes.Equal(pairs(l, i), pairs(parsed, i)), patterns[i].name)
	}
}

// pairs returns the table of a pattern in bytes, which are compared faster than numbers.
func pairs(l *Learned, pattern int) (data []byte) {
	for _, n := range l.Patterns[pattern] {
		data = binary.LittleEndian.AppendUint16(data, uint16(n))
	}
	return data
}

// Files of format 2, whose tables are not compressed, are read as before.
func TestWeightFileOfFormat2(t *testing.T) {
	l := testWeights()
	data := binary.LittleEndian.AppendUint32([]byte(plainMagic), uint32(len(l.Note)))
	data = append(data, l.Note...)
	for _, row := range l.Heuristics {
		for _, n := range row {
			data = binary.LittleEndian.AppendUint16(data, uint16(n))
		}
	}
	tables, err := l.tables()
	require.NoError(t, err)
	file := withChecksum(append(data, tables...))
	w, err := ParseWeights(file)
	require.NoError(t, err)
	require.Equal(t, l.Note, w.Note())
	parsed := w.Learned()
	require.Equal(t, l.Heuristics, parsed.Heuristics)
	for i := range patterns {
		require.True(t, bytes.Equal(pairs(l, i), pairs(parsed, i)), patterns[i].name)
	}
	clear(file) // the weights have tables of their own
	require.EqualValues(t, l.Patterns[1][0], w.patterns[1].lookup(0).early())
	_, err = ParseWeights(withChecksum(append(data, tables[1:]...)))
	require.ErrorContains(t, err, "damaged")
}

func TestWeightFileThatIsNone(t *testing.T) {
	l := testWeights()
	file := written(t, l)
	body := file[:len(file)-crc32.Size]
	magic, first := len(packedMagic), len(packedMagic)+lengthBytes+len(l.Note)+heuristicBytes
	longer, bent := bytes.Clone(body), bytes.Clone(body)
	longer[first]++ // the length of the first frame
	bent[first+lengthBytes]++
	huge := bytes.Clone(body)
	copy(huge[magic:], "\xff\xff\xff\xff")
	for name, data := range map[string][]byte{
		"cut at the end": file[:len(file)-1], "only the beginning": file[:magic+2], "one byte more": append(bytes.Clone(file), 0),
		"other bytes":            append(bytes.Clone(body[:len(body)-1]), file[len(body):]...),
		"a frame that is longer": withChecksum(longer), "a frame that is none": withChecksum(bent),
		"a note of nearly everything": withChecksum(huge), "no tables": withChecksum(body[:first]), "a magic word": withChecksum(body[:magic]),
		"bytes after the tables": withChecksum(append(bytes.Clone(body), 0)),
	} {
		_, err := ParseWeights(data)
		require.ErrorIs(t, err, errDamaged, name)
	}
	for _, data := range [][]byte{nil, file[:4], append([]byte("x"), file...), []byte("some other file")} {
		_, err := ParseWeights(data)
		require.ErrorContains(t, err, "no file of weights")
	}
}

func TestWeightsThatCannotBeWritten(t *testing.T) {
	l := NewLearned()
	l.Note = string(make([]byte, maxNote+1))
	require.ErrorContains(t, l.Write(&bytes.Buffer{}), "note")
	l.Note = ""
	l.Patterns[0][1], l.Patterns[1][3] = 32767, -32767
	require.ErrorContains(t, l.Write(&bytes.Buffer{}), "add up to")
	_, err := l.Weights()
	require.ErrorContains(t, err, "add up to")
}

// The weights in the program have a note, and are read once.
func TestBuiltIn(t *testing.T) {
	require.NotEmpty(t, BuiltIn().Note())
	require.Same(t, BuiltIn(), BuiltIn())
	require.Less(t, len(weightsFile), MaxFileBytes)
}

// Several weights live beside each other: each evaluates by its own.
func TestWeightsBesideOthers(t *testing.T) {
	start := position(t, "B:W21,22,30,31:B1,2,10")
	builtIn := BuiltIn().Evaluate(start)
	l := BuiltIn().Learned()
	same, err := l.Weights()
	require.NoError(t, err)
	for ph := range phases {
		l.Heuristics[men][ph] *= 2
	}
	other, err := l.Weights()
	require.NoError(t, err)
	require.Equal(t, builtIn, same.Evaluate(start))
	require.Equal(t, builtIn, BuiltIn().Evaluate(start))
	require.Less(t, other.Evaluate(start), builtIn-Man/2, "Black is a man behind, and men count double")
	require.Equal(t, other.Evaluate(start), other.Explain(start).Score())
	require.Equal(t, l.Heuristics, other.Learned().Heuristics)
}

// Any bytes, with a right checksum too, are weights whose scores are not proven, or one error.
func FuzzParseWeights(f *testing.F) {
	file := written(f, NewLearned())
	f.Add(file[:len(file)-crc32.Size], true)
	f.Add(file, false)
	f.Add([]byte(plainMagic+"\x02\x00\x00\x00ab"), true)
	f.Add([]byte(packedMagic+"\xff\xff\xff\xff"), true)
	f.Fuzz(func(t *testing.T, data []byte, repair bool) {
		if repair {
			data = withChecksum(data)
		}
		w, err := ParseWeights(data)
		if err != nil {
			require.Nil(t, w)
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.LessOrEqual(t, len(w.Note()), maxNote)
		for _, p := range evaltest.Quiet(4) {
			require.False(t, w.Evaluate(p).IsProven())
		}
	})
}

// TestForPage: a page's file has the same weights without zstd, and a damaged or cut one is refused.
func TestForPage(t *testing.T) {
	l := testWeights()
	packed, err := ForPage(written(t, l))
	require.NoError(t, err)
	w, err := ParseWeights(packed)
	require.NoError(t, err)
	var again bytes.Buffer
	require.NoError(t, w.Learned().Write(&again))
	require.Equal(t, written(t, l), again.Bytes())
	for _, bad := range [][]byte{packed[:len(packed)-1], packed[:2], append(bytes.Clone(packed[:1000]), packed[1001:]...)} {
		_, err := ParseWeights(bad)
		require.Error(t, err)
	}
	_, err = ForPage(packed[:100])
	require.Error(t, err)
}
