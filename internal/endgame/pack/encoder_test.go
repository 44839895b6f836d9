package pack_test

import (
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/endgame/pack"
)

// long reports whether there is time for all of four pieces.
func long() bool { return os.Getenv("ZONDA_LONG") != "" }

// solved is what the tests share: all of three pieces, and of four what they ask
// for.
var solved = sync.OnceValue(func() *solver {
	s := newSolver(2)
	s.solveAll(3)
	if long() {
		s.solveAll(4)
	}
	return s
})

// census returns the counts of what is solved.
func (s *solver) census(m endgame.Material) (c endgame.Counts, known bool) {
	if s.tables[canonical(m)] == nil {
		return c, false
	}
	s.Each(m, 0, 1, func(_ board.Position, v board.Result) {
		switch v {
		case board.Win:
			c.Wins++
		case board.Loss:
			c.Losses++
		default:
			c.Draws++
		}
	})
	return c, true
}

// materials returns one of each pair of materials that the tests encode, those
// first to which others lead.
func materials(t *testing.T) (list []endgame.Material) {
	maximum := 3
	if long() {
		maximum = 4
	}
	for n := 2; n <= maximum; n++ {
		for _, m := range endgame.Slices(n) {
			if pack.Canonical(m) == m {
				list = append(list, m)
			}
		}
	}
	if !long() {
		kings := endgame.Material{BlackKings: 2, WhiteKings: 2}
		solved().solve(kings)
		list = append(list, kings)
	}
	return list
}

func encode(t testing.TB, m endgame.Material, o pack.Options) []byte {
	o.Census = solved().census
	data, err := pack.Encode(t.Context(), solved(), m, o)
	require.NoError(t, err)
	return data
}

// TestReadBack writes slices, reads all stored positions back and probes all there
// are: with both sides to move stored, and with as little as possible.
func TestReadBack(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	all := materials(t)
	for _, both := range []int{4, 1} {
		if both == 4 && !long() {
			continue // the other way stores less and asks more
		}
		var d endgame.Database
		size := 0
		for _, m := range all {
			data := encode(t, m, pack.Options{Workers: 2, BothSides: both})
			slice, err := endgame.OpenSlice(m.String(), data)
			require.NoError(t, err)
			for i, side := range []endgame.Material{m, m.Mirror()} {
				c, _ := solved().census(side)
				require.Equal(t, c, slice.Counts[i])
			}
			d.Add(slice)
			size += len(data)
		}
		t.Logf("%d bytes", size)
		if long() {
			require.Equal(t, 4, d.Complete())
		} else {
			require.Equal(t, 3, d.Complete())
		}
		for _, m := range all {
			for _, m := range []endgame.Material{m, m.Mirror()} {
				solved().Each(m, 0, 1, func(p board.Position, v board.Result) {
					if got := d.Probe(p); got != v {
						t.Fatalf("%s is a %v, probed as %v", p.FEN(), v, got)
					}
					p = p.Mirror()
					if got := d.ProbeStored(p); got != v && got != board.Unknown {
						t.Fatalf("%s is a %v, looked up as %v", p.FEN(), v, got)
					}
				})
			}
		}
	}
}

// TestSameBytes encodes with one worker and with several.
func TestSameBytes(t *testing.T) {
	m := endgame.Material{BlackKings: 2, WhiteKings: 2}
	solved().solve(m)
	require.Equal(t, encode(t, m, pack.Options{Workers: 1}), encode(t, m, pack.Options{Workers: 3}))
}
