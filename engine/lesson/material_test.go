package lesson

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
		return Balance(p)
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
		tree := newTree()
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
