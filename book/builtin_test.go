package book

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// The book in the program is whole, and its scores are backed up: doing it again changes nothing.
func TestBuiltIn(t *testing.T) {
	b, err := BuiltIn()
	require.NoError(t, err)
	require.GreaterOrEqual(t, b.Len(), 20_000)
	_, ok := b.Look(board.Start())
	require.True(t, ok)
	d := b.Builder()
	d.BackUp()
	for p, e := range b.All() {
		require.NotEmpty(t, e.Moves, p.FEN())
		require.Positive(t, e.Depth, p.FEN())
		again, _ := d.Look(p)
		require.Equal(t, e.Moves, again.Moves, p.FEN())
	}
}

func BenchmarkLook(b *testing.B) {
	shipped, err := BuiltIn()
	require.NoError(b, err)
	var all []board.Position
	for p := range shipped.All() {
		all = append(all, p)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		shipped.Look(all[i*7919%len(all)])
	}
}

// A book in the program that is damaged is an error.
func TestDamagedBuiltIn(t *testing.T) {
	_, err := readCompressed("x", builtInData[:len(builtInData)/2])
	require.ErrorContains(t, err, "book x: ")
	_, err = readCompressed("x", []byte("no gzip"))
	require.ErrorContains(t, err, "book x: ")
}
