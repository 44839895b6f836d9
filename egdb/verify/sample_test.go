package verify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// TestSample: a sample of more positions than there are is all of them, and a smaller one has its size and finds a wrong value that
// many positions have.
func TestSample(t *testing.T) {
	list := materials("2Kv1K", "1K1Cv1K")
	all, err := Run(t.Context(), solved(), list, Options{})
	require.NoError(t, err)
	found, err := Sample(t.Context(), solved(), list, 1<<60, Options{Threads: 3})
	require.NoError(t, err)
	require.ElementsMatch(t, all, found)

	few, err := Sample(t.Context(), solved(), list, 8000, Options{})
	require.NoError(t, err)
	n := uint64(0)
	for _, s := range few {
		n += s.Positions()
		require.GreaterOrEqual(t, s.Positions(), uint64(leastSample))
	}
	require.InDelta(t, 8000, n, 4)

	var fault *Fault
	_, err = Sample(t.Context(), drawn{solved()}, list, 8000, Options{})
	require.ErrorAs(t, err, &fault)
	require.Equal(t, Checking, fault.Phase)
	_, err = Sample(t.Context(), solved(), materials("6Kv6K"), 10, Options{})
	require.ErrorAs(t, err, &fault)
	require.Equal(t, Loading, fault.Phase)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Sample(ctx, solved(), list, 8000, Options{})
	require.ErrorIs(t, err, context.Canceled)
}

// drawn calls every position of 2Kv1K with a black king on square 1 a draw.
type drawn struct{ Prober }

func (d drawn) Probe(p board.Position) board.Result {
	black := p
	if p.Turn == board.White {
		black = p.Mirror()
	}
	if egdb.MaterialOf(black) == (egdb.Material{BlackKings: 2, WhiteKings: 1}) && black.Black.Has(0) {
		return board.Draw
	}
	return d.Prober.Probe(p)
}
