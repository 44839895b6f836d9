package tree

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
)

// Follow expands the nodes along a line of play, the positions of a game, from the goal on, and marks them: where numbers
// are equal, the moves of the line come first. A line never changes a value. It returns how many positions of the line
// are in the graph, 0 if the line does not reach the goal.
func (m *Manager) Follow(line []board.Position) (reached int, err error) {
	for _, p := range line {
		id, found := m.graph.index[m.turned(p)]
		if !found {
			if reached > 0 {
				break // a known position, or the line is cut
			}
			continue
		}
		if reached == 0 && id != m.root {
			continue
		}
		reached++
		m.graph.nodes[id].line = true
		if n := &m.graph.nodes[id]; n.expanded() || n.answer != Undecided || n.state == Out {
			err = m.save(id)
		} else {
			err = m.expand(id, Expanded)
		}
		if err != nil {
			return reached, err
		}
	}
	return reached, nil
}

// turned returns a position as the graph has it, with Black as the attacker.
func (m *Manager) turned(p board.Position) board.Position {
	if m.claim.Attacker == board.White {
		return p.Mirror()
	}
	return p
}

// lineText returns the moves along which the numbers lead from the root to a leaf, as moves of the claim's position.
func (m *Manager) lineText() string {
	g := &m.graph
	g.search++
	var line []board.Move
	p := m.claim.Position
	for id := m.root; id >= 0; id = g.best(&g.nodes[id]) {
		g.nodes[id].seen = g.search
		if id != m.root {
			move := m.moveTo(p, g.nodes[id].position)
			line = append(line, move)
			p = p.Play(move)
		}
	}
	return m.claim.Position.LineText(line)
}

// moveTo returns the move from p, a position of the game, to a position of the graph.
func (m *Manager) moveTo(p, next board.Position) board.Move {
	var moves board.MoveList
	p.Moves(&moves)
	i := slices.IndexFunc(moves.Slice(), func(move board.Move) bool { return m.turned(p.Play(move)) == next })
	return moves.Slice()[i]
}
