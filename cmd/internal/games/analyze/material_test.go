package analyze

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// slowMaterial is materialTree.value without bounds and without a table.
func slowMaterial(p board.Position, quiet int) int {
	moves := []board.Move{}
	for m := range p.Legal() {
		moves = append(moves, m)
	}
	captures := p.Jumpers() != 0
	switch {
	case len(moves) == 0, quiet == 0 && !captures:
		return balance(p)
	case !captures:
		quiet--
	}
	best := -anyMaterial
	for _, m := range moves {
		best = max(best, -slowMaterial(p.Play(m), quiet))
	}
	return best
}

// TestMaterialTree compares the tree with one without bounds and table, in positions of random games.
func TestMaterialTree(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := board.Start()
		for range rapid.IntRange(0, 60).Draw(r, "plies") {
			var moves board.MoveList
			p.Moves(&moves)
			if moves.Len() == 0 {
				break
			}
			p = p.Play(moves.At(rapid.IntRange(0, moves.Len()-1).Draw(r, "move")))
		}
		tree := &materialTree{known: map[materialKey]materialBounds{}, left: materialNode}
		const quiet = 3
		for q := range quiet + 1 {
			best := -anyMaterial
			for m := range p.Legal() {
				want := -slowMaterial(p.Play(m), q)
				require.Equal(r, want, tree.after(p, m, q), "%v, %s, %d quiet plies", p.FEN(), p.MoveText(m), q)
				best = max(best, want)
			}
			require.Equal(r, best, tree.best(p, q))
		}
	})
}

// beginnersGame is a game in which Black plays at random: COACH, section 4.
const beginnersGame = `1. 11-15 22-18 2. 15x22 25x18 3. 10-15 18x11 4. 7x16 30-25 5. 16-19 24x15 6. 8-11 15x8 7. 4x11 27-24 8. 12-16 25-22 9. 6-10 29-25 10. 2-6 22-18 11. 11-15 18x11 12. 3-7 11x2 13. 16-20 32-27 14. 9-14 2x18 15. 10-15 18x11 *`

// TestMaterialOfABeginner: Black gives men away at once at plies 9, 21, 23, 27 and 29, two of them at 27, and White never.
func TestMaterialOfABeginner(t *testing.T) {
	given := map[int]int{}
	for _, s := range readGames(t, beginnersGame).Studies {
		ply := 0
		for p, m := range s.Game.History().Positions() {
			ply++
			if l := lossOf(p, m); l.Given {
				require.Zero(t, l.Quiet)
				given[ply] = l.Lost
			}
		}
	}
	require.Len(t, given, 5)
	for ply, least := range map[int]int{9: manWorth, 21: manWorth, 23: manWorth, 27: 2 * manWorth, 29: manWorth} {
		require.GreaterOrEqual(t, given[ply], least, "ply %d", ply)
	}
}

// TestBeginner: of a beginner's game the report names each man that was given away, and what else costs a beginner points. The moves at
// plies 5 and 17 lose 0.11 of perfect play and 0.03 of a beginner's chance, which is less than a fault.
func TestBeginner(t *testing.T) {
	c := readGames(t, beginnersGame)
	run(t, c, Settings{Nodes: DefaultNodes, Threads: 1, HashMiB: 16, Concurrency: 2, Rating: 415})
	faults, gifts, white := []int{}, []int{}, []int{}
	for _, j := range c.Studies[0].Judgements() {
		switch {
		case !j.Mark.Fault():
		case j.At.Turn == board.White:
			white = append(white, j.Ply+1)
		case j.Reason == Gift:
			gifts = append(gifts, j.Ply+1)
		default:
			faults = append(faults, j.Ply+1)
		}
	}
	require.Equal(t, []int{9, 21, 23, 27, 29}, gifts)
	require.Equal(t, []int{15, 19}, faults)
	require.Empty(t, white)
	require.GreaterOrEqual(t, Sheets(c.Studies[0].Judgements())[board.Black].Men, 6.0)
}
