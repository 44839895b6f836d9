package eval

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWeightFileInTheProgram(t *testing.T) {
	require.NoError(t, checkWeights(weightFile))
	require.NotEmpty(t, learned.note)
}

func TestWeightFile(t *testing.T) {
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
	var file bytes.Buffer
	require.NoError(t, l.Write(&file))
	require.NoError(t, checkWeights(file.Bytes()))
	parsed, err := parseWeights(file.Bytes())
	require.NoError(t, err)
	require.Equal(t, l.Note, parsed.note)
	for h, row := range l.Heuristics {
		for ph, n := range row {
			require.EqualValues(t, n, parsed.heuristics[h][ph])
		}
	}
	for i, table := range l.Patterns {
		for k := 0; k < len(table); k += 2 * 997 {
			w := parsed.patterns[i].look(uint32(k / 2))
			require.Equal(t, [2]int16{table[k], table[k+1]}, [2]int16{int16(w.early()), int16(w.late())})
		}
	}
	data := file.Bytes()
	for _, bad := range [][]byte{nil, data[:4], data[:12], data[:len(data)-1], append(bytes.Clone(data), 0), append([]byte("x"), data...)} {
		_, err := parseWeights(bad)
		require.Error(t, err)
	}
	data[len(data)/2] ^= 1
	require.Error(t, checkWeights(data))
	l.Note = string(make([]byte, longestNote+1))
	require.ErrorContains(t, l.Write(&file), "note")
	l.Note = ""
	l.Patterns[0][1], l.Patterns[1][3] = 32767, -32767
	require.ErrorContains(t, l.Write(&file), "add up to")
}
