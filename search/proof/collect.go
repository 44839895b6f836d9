package proof

// collectShare is the part of the memory that collect must free: a quarter. With less, collections would follow each
// other at ever shorter distances.
const collectShare = 4

// collect frees the positions that the root does not need any more: those below solved positions, except the moves on
// which their answers rest. It makes a pass first, which solves what can be solved. The graph stays full if too little
// memory becomes free.
func (g *graph) collect() {
	g.pass()
	if g.stopped {
		return
	}
	g.mark()
	g.compact()
	g.restart()
	g.full = len(g.nodes) > g.limits.positions-g.limits.positions/collectShare ||
		len(g.edges) > g.limits.edges-g.limits.edges/collectShare
	g.nextPass = len(g.nodes) + max(len(g.nodes)/passShare, firstPass)
}

// mark writes 1 into passing.next for each node that the root needs, and 0 for the others.
func (g *graph) mark() {
	s := &g.passing
	clear(s.next)
	s.next[0] = 1
	for waiting := append(s.order[:0], 0); len(waiting) > 0; {
		last := len(waiting) - 1
		n := &g.nodes[waiting[last]]
		waiting = waiting[:last]
		for _, c := range g.needed(n) {
			if s.next[c] == 0 {
				s.next[c] = 1
				waiting = append(waiting, c)
			}
		}
	}
}

// needed returns the children that a node needs. A solved node that its side to move has decided needs one child, the
// one of least rank, unless the child is known at once and has no edge.
func (g *graph) needed(n *node) []uint32 {
	edges := g.childrenOf(n)
	s := n.state()
	if s == open || s != decisive(n.turn()) {
		return edges
	}
	var best []uint32
	for i, c := range edges {
		child := &g.nodes[c]
		if child.state() == s && (best == nil || s == won && child.order < g.nodes[best[0]].order) {
			best = edges[i : i+1]
		}
	}
	return best
}

// compact moves the marked nodes and their edges together and gives the nodes new numbers in the same order.
func (g *graph) compact() {
	next, kept := g.passing.next, uint32(0)
	for i := range next {
		if next[i] != 0 {
			kept++
			next[i] = kept // the new number plus 1
		}
	}
	g.compactEdges()
	for i, number := range next {
		if number != 0 {
			g.nodes[number-1], g.keys[number-1] = g.nodes[i], g.keys[i]
		}
	}
	g.nodes, g.keys = g.nodes[:kept], g.keys[:kept]
	g.enterAll()
}

// compactEdges keeps the edges that the marked nodes need, with the new numbers of the children.
func (g *graph) compactEdges() {
	next := g.passing.next
	fresh := resized(g.passing.parents, len(g.edges))[:0] // the pass is over: its parents are not needed
	for i := range g.nodes {
		if next[i] == 0 {
			continue
		}
		n, first := &g.nodes[i], len(fresh)
		for _, c := range g.needed(n) {
			fresh = append(fresh, next[c]-1)
		}
		n.first, n.edges = uint32(first), uint8(len(fresh)-first)
	}
	g.edges = append(g.edges[:0], fresh...)
}
