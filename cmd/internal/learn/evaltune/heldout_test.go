package evaltune

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each seed holds out one shard in twenty, and twenty seeds in a row hold out each number once.
func TestHeldOut(t *testing.T) {
	require.True(t, Header{Seed: 1, Number: 19}.HeldOut())
	require.True(t, Header{Seed: 1, Number: 39}.HeldOut())
	seen := map[int]bool{}
	for seed := range uint64(heldShare) {
		held := 0
		for number := range 5 * heldShare {
			if (Header{Seed: seed, Number: number}).HeldOut() {
				held++
				seen[number%heldShare] = true
			}
		}
		require.Equal(t, 5, held)
	}
	require.Len(t, seen, heldShare)
}
