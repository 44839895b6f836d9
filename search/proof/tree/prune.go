package tree

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// pruned is a proof cut out of the graph: what one side needs, and nothing else.
type pruned struct {
	entries []certificate.Entry // of the manager's certificate
	leaves  []int32             // nodes with certificates of their own, on which the entries rest
}

// prune returns a small proof of the answer of the root, which must be answered. For each node the side that has the
// choice takes the child that needs least. Where it can only wander in a closed set, it takes a child that the proof
// contains already, if there is one.
func (g *graph) prune(root int32) pruned {
	c := g.cheapest(g.nodes[root].answer)
	used := map[int32]bool{}
	var proof pruned
	for waiting := []int32{root}; len(waiting) > 0; {
		id := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if id < 0 || used[id] {
			continue
		}
		used[id] = true
		n := &g.nodes[id]
		switch {
		case n.hasCertificate():
			proof.leaves = append(proof.leaves, id)
		case c.chooses(n):
			edge := c.choice(n, used)
			proof.entries = append(proof.entries, c.entry(id, edge))
			waiting = append(waiting, edge)
		default:
			waiting = append(waiting, n.children...)
		}
	}
	return proof
}

// hasCertificate reports whether the store has a certificate of n's answer.
func (n *node) hasCertificate() bool { return n.Method >= Solver }

// cheapest computes how large the proofs of the nodes with one answer are, as far as no circle is needed: a certificate
// costs 1, a node with a choice 1 more than its cheapest child, another node 1 more than all its children.
func (g *graph) cheapest(a Answer) *reaching {
	c := g.reaching(a, 1)
	for id := range g.nodes {
		g.nodes[id].pn, g.nodes[id].order = infinite, unreached
	}
	for id := range g.nodes {
		c.beginCost(int32(id))
	}
	c.run()
	return c
}

// beginCost enters what a node costs without its children in the graph.
func (c *reaching) beginCost(id int32) {
	n := &c.nodes[id]
	if n.answer != c.answer {
		return
	}
	if n.hasCertificate() {
		c.queue = append(c.queue, reached{1, id})
		return
	}
	for _, edge := range n.children {
		if edge < 0 && c.chooses(n) && c.answerAt(edge) == c.answer {
			c.queue = append(c.queue, reached{1, id})
			return
		}
		if edge >= 0 {
			c.missing[id]++
		}
	}
	if c.missing[id] == 0 {
		c.queue = append(c.queue, reached{1, id})
	}
}

// choice returns the edge that the side with the choice takes. In a closed set any child with the answer will do: those
// that are used already make the set no larger. Of children that cost the same, as all do that cost more than largestNumber, a win
// takes the one whose cost became final first: it does not rest on the node itself.
func (c *reaching) choice(n *node, used map[int32]bool) int32 {
	best, minimum := noEdge, infinite
	for _, edge := range n.children {
		if c.answerAt(edge) != c.answer {
			continue
		}
		cost := 0.0
		if edge >= 0 {
			cost = c.nodes[edge].pn
			if c.answer == No && used[edge] {
				cost = 0
			}
		}
		if best == noEdge || cost < minimum || cost == minimum && c.answer == Yes && edge >= 0 && c.nodes[edge].order < c.nodes[best].order {
			best, minimum = edge, cost
		}
	}
	return best
}

// noEdge is no edge at all.
const noEdge int32 = -100

// entry returns the entry of a node with the move along an edge. The rank of a won position is its place in the order in
// which costs became final: what it rests on comes before.
func (c *reaching) entry(id, edge int32) certificate.Entry {
	n := &c.nodes[id]
	e := certificate.Entry{Position: n.position}
	if c.answer == Yes {
		e.Rank = uint32(n.order) + 1
	}
	var moves board.MoveList
	n.position.Moves(&moves)
	for _, m := range moves.Slice() {
		after := n.position.Play(m)
		if child, found := c.index[after]; found && child == edge || edge < 0 && !found && c.value(after) == c.answer {
			e.Move = m
			break
		}
	}
	return e
}
