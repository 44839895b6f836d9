package proof

import "github.com/zonda-checkers/zonda/board"

// decisive returns the state of a child that decides the node of the side to move.
func decisive(turn board.Color) state { return stateOf(turn == board.Black) }

// expand adds the children of a leaf to the graph. If the children decide the leaf, it is solved. The caller
// calculates its numbers otherwise.
func (g *graph) expand(number uint32) {
	n := &g.nodes[number]
	n.first = uint32(len(g.edges))
	n.flags |= expanded
	g.expansions++
	children, decided := g.look(number)
	switch {
	case decided != nil:
		if decided.found { // collect follows the edge
			g.edges = append(g.edges, decided.number)
			n.edges = 1
		}
		g.settle(n, decided.state)
	default:
		g.link(number, children)
	}
	g.full = len(g.nodes)+board.MaxMoves > g.limits.positions || len(g.edges)+board.MaxMoves > g.limits.edges
}

// look fills g.children with the positions after the moves of a node. It stops at the first child that decides the
// node.
func (g *graph) look(number uint32) (children []child, decided *child) {
	p := g.keys[number].position()
	aim := decisive(p.Turn)
	p.Moves(&g.moves)
	children = g.children[:g.moves.Len()]
	for i, m := range g.moves.Slice() {
		c := &children[i]
		c.position = p.Play(m)
		c.hash = c.position.Hash()
		g.fetch(c.hash)
	}
	for i := range children {
		c := &children[i]
		if c.number, c.found = g.findHashed(c.position, c.hash); c.found {
			c.state = g.nodes[c.number].state()
		} else {
			c.state = g.leaves.known(c.position)
			g.examined++
		}
		if c.state == aim {
			return nil, c
		}
	}
	return children, nil
}

// link makes edges to the children, new leaves among them. Children that are known at once get no edge.
func (g *graph) link(number uint32, children []child) {
	undecided := false
	for i := range children {
		c := &children[i]
		undecided = undecided || c.state == open
		if !c.found {
			if c.state != open {
				continue
			}
			c.number = g.leaf(c.position)
		}
		g.edges = append(g.edges, c.number)
	}
	n := &g.nodes[number]
	n.edges = uint8(uint32(len(g.edges)) - n.first)
	if !undecided {
		g.settle(n, opposite(decisive(n.turn())))
	}
}

// opposite returns the other answer.
func opposite(s state) state { return won + lost - s }
