package build

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// solveAll solves all slices of up to the given number of pieces.
func solveAll(t testing.TB, pieces, threads int) *Values {
	v := NewValues()
	for n := 2; n <= pieces; n++ {
		for _, class := range Classes(n) {
			require.NoError(t, v.Solve(context.Background(), class, threads, nil))
		}
	}
	return v
}

// brute solves positions by sweeping over all of them until nothing changes, with
// the rules of the board alone.
type brute map[board.Position]board.Result

func (b brute) solve(positions []board.Position) {
	for changed := true; changed; {
		changed = false
		for _, p := range positions {
			if b[p] != board.Unknown {
				continue
			}
			if r := b.value(p); r != board.Unknown {
				b[p] = r
				changed = true
			}
		}
	}
	for _, p := range positions {
		if b[p] == board.Unknown {
			b[p] = board.Draw
		}
	}
}

// value returns what the successors say: Unknown where they do not decide yet.
func (b brute) value(p board.Position) board.Result {
	var moves board.MoveList
	p.Moves(&moves)
	lost := true
	for _, m := range moves.Slice() {
		after := p.Play(m)
		r := board.Loss
		if !after.Finished() {
			r = b[normal(after)]
		}
		if r == board.Loss {
			return board.Win
		}
		lost = lost && r == board.Win
	}
	if lost {
		return board.Loss
	}
	return board.Unknown
}

func normal(p board.Position) board.Position {
	if p.Turn == board.White {
		return p.Mirror()
	}
	return p
}

// TestBruteForce compares every position of up to three pieces, and of some slices
// of four, with plain sweeps.
func TestBruteForce(t *testing.T) {
	v := solveAll(t, 4, 2)
	b := brute{}
	var materials []egdb.Material
	for n := 2; n <= 3; n++ {
		for _, class := range Classes(n) {
			materials = append(materials, class...)
		}
	}
	for _, name := range []string{"2Kv2K"} {
		if testing.Short() {
			break
		}
		m, err := egdb.ParseMaterial(name)
		require.NoError(t, err)
		materials = append(materials, canonical(m))
	}
	for _, m := range materials {
		var positions []board.Position
		for _, m := range pair(m) {
			v.Each(m, 0, 1, func(p board.Position, r board.Result) {
				require.Equal(t, m, egdb.MaterialOf(p))
				positions = append(positions, p)
			})
		}
		b.solve(positions)
		for _, m := range pair(m) {
			var n egdb.Counts
			v.Each(m, 0, 1, func(p board.Position, r board.Result) {
				if r != b[p] {
					require.Equal(t, b[p], r, "%v %s", m, p.FEN())
				}
				switch r {
				case board.Win:
					n.Wins++
				case board.Loss:
					n.Losses++
				default:
					n.Draws++
				}
			})
			require.Equal(t, m.Positions(), n.Wins+n.Losses+n.Draws, "%v", m)
			counts, solved := v.Counts(m)
			require.True(t, solved)
			require.Equal(t, n, counts, "%v", m)
		}
	}
}

func pair(m egdb.Material) []egdb.Material {
	if m.Symmetric() {
		return []egdb.Material{m}
	}
	return []egdb.Material{m, m.Mirror()}
}
