package tree

// leaf returns the most-proving leaf that can be worked on now, and false if there is none: at the attacker's nodes it
// follows the least proof number, at the defender's the least disproof number. Where that way ends at an item that is
// out, it takes the next best one.
func (g *graph) leaf(root int32) (int32, bool) {
	g.search++
	path := []int32{root}
	g.nodes[root].seen = g.search
	for len(path) > 0 {
		id := path[len(path)-1]
		n := &g.nodes[id]
		if !n.expanded() {
			if n.state != Out {
				return id, true
			}
			path = path[:len(path)-1]
			continue
		}
		next := g.best(n)
		if next < 0 {
			path = path[:len(path)-1]
			continue
		}
		g.nodes[next].seen = g.search
		path = append(path, next)
	}
	return 0, false
}

// best returns the child of n that comes first for the side that has the choice, of those that are open and that the
// search for a leaf has not seen; -1 if there is none.
func (g *graph) best(n *node) int32 {
	best := int32(-1)
	for _, edge := range n.children {
		if edge < 0 {
			continue
		}
		child := &g.nodes[edge]
		if child.seen == g.search || child.pn == 0 || child.dn == 0 {
			continue
		}
		if best < 0 || g.before(child, &g.nodes[best], n.attacks()) {
			best = edge
		}
	}
	return best
}

// before reports whether child a comes before child b. Of equal numbers the move of a given line comes first.
func (g *graph) before(a, b *node, attacks bool) bool {
	own := func(n *node) (float64, float64) {
		if attacks {
			return n.pn, float64(n.order)
		}
		return n.dn, n.pn
	}
	aNumber, aTie := own(a)
	bNumber, bTie := own(b)
	switch {
	case aNumber != bNumber:
		return aNumber < bNumber
	case a.line != b.line:
		return a.line
	}
	return aTie < bTie
}
