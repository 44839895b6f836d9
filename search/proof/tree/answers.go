package tree

// decide records the answer of a node, and the answers of other nodes that follow from it by their children.
func (g *graph) decide(id int32, a Answer, m Method) {
	g.mark(id, a, m)
	g.spread(id)
}

// spread answers the nodes above an answered node as far as their children do.
func (g *graph) spread(id int32) {
	for waiting := []int32{id}; len(waiting) > 0; {
		last := len(waiting) - 1
		parents := g.nodes[waiting[last]].parents
		waiting = waiting[:last]
		for _, parent := range parents {
			if g.settle(parent) {
				waiting = append(waiting, parent)
			}
		}
	}
}

// mark writes down an answer.
func (g *graph) mark(id int32, a Answer, m Method) {
	g.nodes[id].answer, g.nodes[id].method = a, m
	g.marked = append(g.marked, id)
	g.refresh(id)
}

// settle answers a node if its children do, and reports whether it did so now. If the node has another answer already,
// a fact is wrong.
func (g *graph) settle(id int32) bool {
	n := &g.nodes[id]
	if !n.expanded() {
		return false
	}
	a := g.fromChildren(n)
	if a == Undecided || a == n.answer {
		return false
	}
	if n.answer != Undecided {
		g.clash = id
		return false
	}
	g.mark(id, a, Children)
	return true
}

// fromChildren returns the answer of a node that follows from its children: the side that has the choice needs one child,
// the other side needs all.
func (g *graph) fromChildren(n *node) Answer {
	wanted, otherwise := No, Yes
	if n.attacks() {
		wanted, otherwise = Yes, No
	}
	for _, edge := range n.children {
		switch g.answerAt(edge) {
		case wanted:
			return wanted
		case Undecided:
			otherwise = Undecided
		}
	}
	return otherwise
}
