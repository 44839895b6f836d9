package proof

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// TestKey reads positions back from their keys and finds each in a set under its own number.
func TestKey(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	set := newPositions(1)
	numbers := map[board.Position]uint32{}
	for range 10_000 { // more than the first slots hold
		p := ending(random, 2+random.IntN(9))
		require.Equal(t, p, keyOf(p).position())
		number, found := set.find(p)
		if want, known := numbers[p]; known {
			require.True(t, found)
			require.Equal(t, want, number)
			continue
		}
		require.False(t, found)
		numbers[p] = set.add(p)
	}
	require.Len(t, set.keys, len(numbers))
	set.clear()
	for p := range numbers {
		_, found := set.find(p)
		require.False(t, found)
	}
}

// TestTurn tells positions apart that differ by their side to move alone.
func TestTurn(t *testing.T) {
	set := newPositions(2)
	p := board.Start()
	q := p
	q.Turn = board.White
	require.NotEqual(t, keyOf(p), keyOf(q))
	set.add(p)
	_, found := set.find(q)
	require.False(t, found)
}
