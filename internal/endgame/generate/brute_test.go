package generate

import (
	"context"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
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

// brute has values by material and by the squares of all pieces, five bits each.
type brute map[endgame.Material][]board.Result

// place returns where the value of p, with Black to move, is.
func place(p board.Position) (code int) {
	for _, set := range [kinds]board.Bitboard{
		p.Men(board.Black), p.KingsOf(board.Black), p.Men(board.White), p.KingsOf(board.White),
	} {
		for ; set != 0; set &= set - 1 {
			code = code*squares + int(set.First())
		}
	}
	return code
}

// solve solves the positions of a pair of slices by sweeping over those not decided
// yet until nothing changes, with the rules of the board alone.
func (b brute) solve(positions []board.Position) {
	for changed := true; changed; {
		changed = false
		undecided := positions[:0]
		for _, p := range positions {
			if r := b.value(p); r != board.Unknown {
				b[endgame.MaterialOf(p)][place(p)] = r
				changed = true
			} else {
				undecided = append(undecided, p)
			}
		}
		positions = undecided
	}
	for _, p := range positions {
		b[endgame.MaterialOf(p)][place(p)] = board.Draw
	}
}

// value returns what the successors say: Unknown where they do not decide yet.
func (b brute) value(p board.Position) board.Result {
	var moves board.MoveList
	p.Moves(&moves)
	lost := true
	for _, m := range moves.Slice() {
		r := board.Loss
		if after := p.Play(m).Mirror(); !after.Finished() {
			r = b[endgame.MaterialOf(after)][place(after)]
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

// long reports whether the deep tests are to run.
func long() bool { return os.Getenv("ZONDA_LONG") != "" }

// TestBruteForce compares every position of up to three pieces, and of the slices of four
// kings, with plain sweeps, and compares the counts. The long test does five pieces.
func TestBruteForce(t *testing.T) {
	classes := slices.Concat(Classes(2), Classes(3), Classes(4)[:1])
	if long() {
		classes = slices.Concat(Classes(2), Classes(3), Classes(4), Classes(5))
	}
	v, b := NewValues(), brute{}
	for _, class := range classes {
		require.NoError(t, v.Solve(t.Context(), class, 2, nil))
		for _, m := range class {
			for _, m := range pair(m) {
				b[m] = make([]board.Result, 1<<(5*m.Pieces()))
			}
		}
		var solvers sync.WaitGroup
		for _, m := range class {
			solvers.Go(func() { b.solve(v.placements(m)) })
		}
		solvers.Wait()
		for _, m := range class {
			v.compare(t, b, m)
		}
	}
}

// TestValuesOfTheProgram compares every stored position of four pieces, and the counts, with the
// databases in the program.
func TestValuesOfTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector; other tests of the package race")
	}
	library, err := egdb.Open(egdb.Options{ValuesOnly: true})
	require.NoError(t, err)
	v := solveAll(t, 4, 2)
	for _, m := range endgame.Slices(4) {
		counts, solved := v.Counts(m)
		require.True(t, solved)
		require.Equal(t, library.Counts(m), counts, "%v", m)
		v.Each(m, 0, 1, func(p board.Position, r board.Result) {
			if got := library.ProbeStored(p); got != r && got != board.Unknown {
				require.Equal(t, got, r, p.FEN())
			}
		})
	}
}

// placements returns all positions of m and its mirror, with Black to move.
func (v *Values) placements(m endgame.Material) (all []board.Position) {
	for _, m := range pair(m) {
		v.Each(m, 0, 1, func(p board.Position, _ board.Result) { all = append(all, p) })
	}
	return all
}

// compare compares the values and the counts of m and its mirror.
func (v *Values) compare(t *testing.T, b brute, m endgame.Material) {
	for _, m := range pair(m) {
		var n [board.Win + 1]uint64
		v.Each(m, 0, 1, func(p board.Position, r board.Result) {
			if want := b[m][place(p)]; r != want {
				require.Equal(t, want, r, "%v %s", m, p.FEN())
			}
			n[r]++
		})
		counts, solved := v.Counts(m)
		require.True(t, solved)
		require.Equal(t, endgame.Counts{Wins: n[board.Win], Draws: n[board.Draw], Losses: n[board.Loss]}, counts, "%v", m)
		require.Equal(t, m.Positions(), counts.Wins+counts.Draws+counts.Losses, "%v", m)
	}
}

func pair(m endgame.Material) []endgame.Material {
	if m.Symmetric() {
		return []endgame.Material{m}
	}
	return []endgame.Material{m, m.Mirror()}
}

// TestParts: the parts of a slice together are the slice.
func TestParts(t *testing.T) {
	v := solveAll(t, 3, 2)
	for _, m := range endgame.Slices(3) {
		seen := map[board.Position]bool{}
		const parts = 7
		for part := range parts {
			v.Each(m, part, parts, func(p board.Position, _ board.Result) {
				require.False(t, seen[p])
				seen[p] = true
				require.Equal(t, m, endgame.MaterialOf(p))
			})
		}
		require.Len(t, seen, int(m.Positions()))
	}
}
