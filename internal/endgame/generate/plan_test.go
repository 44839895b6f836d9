package generate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// TestPlanOrder: captures and crownings lead to classes before, and every slice is
// in one class, itself or its mirror.
func TestPlanOrder(t *testing.T) {
	done := map[endgame.Material]bool{}
	positions := uint64(0)
	for _, class := range plan(7, 0, nil) {
		for _, m := range class {
			wanted := map[endgame.Material]bool{}
			need(wanted, m)
			for other := range wanted {
				require.True(t, other == m || done[other], "%v needs %v", m, other)
			}
			positions += pairPositions(m)
		}
		for _, m := range class {
			require.False(t, done[m])
			done[m] = true
		}
	}
	want := uint64(0)
	for n := 2; n <= 7; n++ {
		for _, m := range endgame.Slices(n) {
			want += m.Positions()
		}
	}
	require.Equal(t, want, positions)
}

func TestPlanOfOneSlice(t *testing.T) {
	m, err := endgame.ParseMaterial("1Kv2C")
	require.NoError(t, err)
	var names []string
	for _, class := range plan(0, 0, &m) {
		for _, m := range class {
			names = append(names, m.String())
		}
	}
	require.Equal(t, []string{"1Kv1K", "1Kv1C", "1Kv2K", "1K1Cv1K", "1Kv2C"}, names)
}

// TestPlanOfSides: with a limit to the pieces of a side everything that the slices depend on is there.
func TestPlanOfSides(t *testing.T) {
	done := map[endgame.Material]bool{}
	for _, class := range plan(7, 4, nil) {
		for _, m := range class {
			require.LessOrEqual(t, max(m.Black(), m.White()), 4)
			needed := map[endgame.Material]bool{}
			addSuccessors(needed, m)
			for other := range needed {
				require.True(t, done[other], "%v needs %v", m, other)
			}
		}
		for _, m := range class {
			done[m] = true
		}
	}
	for _, m := range endgame.Slices(7) {
		require.Equal(t, min(m.Black(), m.White()) == 3, done[canonical(m)])
	}
}

// TestSuccessors: every move of a position of four pieces leads to the same slice or to one that addSuccessors names; a slice that it names is
// needed.
func TestSuccessors(t *testing.T) {
	pieces := 3
	if long() {
		pieces = 4
	}
	values := solveAll(t, pieces, 2)
	for _, m := range endgame.Slices(pieces) {
		named, all := map[endgame.Material]bool{}, map[endgame.Material]bool{}
		addSuccessors(named, canonical(m))
		need(all, canonical(m))
		found := map[endgame.Material]bool{}
		var moves board.MoveList
		values.Each(m, 0, 1, func(p board.Position, _ board.Result) {
			p.Moves(&moves)
			for _, move := range moves.Slice() {
				if after := p.Play(move); !after.Finished() {
					found[canonical(endgame.MaterialOf(after))] = true
				}
			}
		})
		delete(found, canonical(m))
		for other := range found {
			require.True(t, named[other], "%v leads to %v", m, other)
		}
		for other := range named {
			require.True(t, all[other], "%v does not need %v", m, other)
		}
	}
}

func TestGroups(t *testing.T) {
	class := Classes(5)[2]
	memory := func(together []endgame.Material) uint64 { return memoryFor(endgame.WLD, together, 2) }
	all, err := groups(class, 1<<40, memory)
	require.NoError(t, err)
	require.Len(t, all, 1)
	minimum := uint64(0)
	for _, m := range class {
		minimum = max(minimum, memory([]endgame.Material{m}))
	}
	some, err := groups(class, minimum, memory)
	require.NoError(t, err)
	require.Greater(t, len(some), 1)
	var again []endgame.Material
	for _, group := range some {
		require.LessOrEqual(t, memory(group), minimum)
		again = append(again, group...)
	}
	require.Equal(t, class, again)
	_, err = groups(class, minimum-1, memory)
	require.ErrorContains(t, err, "MiB are allowed")
}
