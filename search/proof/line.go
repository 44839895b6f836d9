package proof

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// line returns the moves of the path to the leaf whose solution would help most.
func (g *graph) line() (moves []board.Move) {
	if g.nodes[0].state() != open {
		return nil
	}
	g.descend()
	for i := range len(g.path) - 1 {
		p := g.keys[g.path[i]].position()
		next := g.keys[g.path[i+1]]
		p.Moves(&g.moves)
		for _, m := range g.moves.Slice() {
			if keyOf(p.Play(m)) == next {
				moves = append(moves, m)
				break
			}
		}
	}
	return moves
}

// principal returns the line of a certificate from p on, its root with Black as the attacker. The side that has the
// choice plays its moves; in a win the other side plays the reply that lasts longest. The line ends before a position
// without an entry, and before a repetition.
func principal(p board.Position, c *certificate.Certificate) (moves []board.Move) {
	for seen := map[board.Position]bool{}; !seen[p]; {
		seen[p] = true
		entry, ok := c.Find(p)
		m := entry.Move
		if p.Turn != c.Chooser() {
			m, ok = stubborn(p, c)
		}
		if !ok {
			break
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

// stubborn returns the move of p to the entry of highest rank, and false if no move leads to an entry.
func stubborn(p board.Position, c *certificate.Certificate) (best board.Move, found bool) {
	var list board.MoveList
	p.Moves(&list)
	highest := uint32(0)
	for _, m := range list.Slice() {
		if entry, ok := c.Find(p.Play(m)); ok && (!found || entry.Rank > highest) {
			best, highest, found = m, entry.Rank, true
		}
	}
	return best, found
}
