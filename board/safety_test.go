package board

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestSafeMovesEqualReference looks for a safe move by playing all of them.
func TestSafeMovesEqualReference(t *testing.T) {
	t.Parallel()
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		if p.Jumpers() != 0 {
			return
		}
		t.Log(p)
		safe := false
		for _, m := range newReference(p).Moves() {
			after := p.Play(referenceMove(m))
			safe = safe || len(newReference(after).Captures()) == 0
		}
		require.Equal(t, safe, p.HasSafeMove())
		seen[safe]++
	})
	require.NotZero(t, seen[true])
	require.NotZero(t, seen[false])
}

func BenchmarkHasSafeMove(b *testing.B) {
	positions := []Position{}
	g := NewGame(Start())
	for range 40 {
		var l MoveList
		p := g.Position()
		if p.Moves(&l); l.Len() == 0 {
			break
		}
		if p.Jumpers() == 0 {
			positions = append(positions, p)
		}
		g.Play(l.At(len(positions) % l.Len()))
	}
	n := 0
	for i := 0; b.Loop(); i++ {
		if positions[i%len(positions)].HasSafeMove() {
			n++
		}
	}
}
