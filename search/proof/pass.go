package proof

import "github.com/zonda-checkers/zonda/engine/board"

// passing is the memory of a pass.
type passing struct {
	first   []uint32 // by node: of its parents in parents; one more at the end
	parents []uint32 // the open nodes with an edge to a node
	missing []uint8  // by node with White to move: children that are not reached
	next    []uint32 // by node: the next in its queue, plus 1
	queues  []queue  // by proof number
	order   []uint32 // the open nodes in the order in which they are reached
}

// queue is a list of nodes, first in, first out; numbers plus 1, 0 for none.
type queue struct{ head, tail uint32 }

// passShare is the part of its positions by which a graph grows between two passes: a half.
const passShare = 2

// pass calculates all proof numbers anew, by Knuth's generalisation of Dijkstra's algorithm (1977): nodes are reached
// in the order of their proof numbers, from the won positions and the leaves on. What is never reached cannot be won,
// however long kings wander, since the attacker has no way out of these positions to a leaf or to a win: they are a
// closed set. Then the disproof numbers follow by two sweeps.
//
// A pass over millions of positions takes seconds. If the context ends meanwhile, the pass stops, and the graph is of
// no use any more.
func (g *graph) pass() {
	s := &g.passing
	if s.queues == nil {
		s.queues = make([]queue, mostNumber+1)
	}
	s.order = s.order[:0]
	s.next = resized(s.next, len(g.nodes))
	s.missing = resized(s.missing, len(g.nodes))
	g.linkParents()
	g.seed()
	for number := range s.queues {
		g.empty(uint16(number))
	}
	if g.stopped {
		return
	}
	g.closeRest()
	g.sweep()
	g.sweep()
	g.nextPass = len(g.nodes) + max(len(g.nodes)/passShare, firstPass)
	g.stuck = 0
	g.restart()
}

// spareShare is the part of its length by which a slice of a pass is longer than it must be: a quarter.
const spareShare = 4

// resized returns a slice with n elements. The elements are arbitrary.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/spareShare)
	}
	return s[:n]
}

// passInterval is the number of positions after which a pass looks at the context.
const passInterval = 1 << 14

// stops reports whether the pass has to stop. It looks at the context once in so many positions.
func (g *graph) stops(position int) bool {
	if position%passInterval == 0 && g.ctx.Err() != nil {
		g.stopped = true
	}
	return g.stopped
}

// linkParents writes down the parents of all nodes that are open, as one array.
func (g *graph) linkParents() {
	s := &g.passing
	s.first = resized(s.first, len(g.nodes)+1)
	clear(s.first)
	for i := range g.nodes {
		if g.stops(i) {
			return
		}
		for _, c := range g.openEdges(i) {
			s.first[c+1]++
		}
	}
	for i := range g.nodes {
		s.first[i+1] += s.first[i]
	}
	s.parents = resized(s.parents, int(s.first[len(g.nodes)]))
	for i := range g.nodes {
		if g.stops(i) {
			return
		}
		for _, c := range g.openEdges(i) {
			s.parents[s.first[c]] = uint32(i)
			s.first[c]++
		}
	}
	copy(s.first[1:], s.first) // each entry had moved on to the next one
	s.first[0] = 0
}

// openEdges returns the edges of an open node, none for a solved one.
func (g *graph) openEdges(i int) []uint32 {
	n := &g.nodes[i]
	if n.state() != open {
		return nil
	}
	return g.edges[n.first : n.first+uint32(n.edges)]
}

// seed queues the leaves, and the nodes that their children win.
func (g *graph) seed() {
	for i := range g.nodes {
		if g.stops(i) {
			return
		}
		n := &g.nodes[i]
		n.flags &^= reached
		if n.state() != open {
			continue
		}
		if n.flags&expanded == 0 {
			g.reach(uint32(i), n.numbers[board.Black])
			continue
		}
		left := 0 // children that are not won yet
		for _, c := range g.edges[n.first : n.first+uint32(n.edges)] {
			if g.nodes[c].numbers[board.White] != infinite { // a proof number of 0 may be one that waits in its queue
				left++
			}
		}
		g.passing.missing[i] = uint8(left)
		if left == 0 || n.turn() == board.Black && left < int(n.edges) {
			g.reach(uint32(i), 0)
		}
	}
}

// reach queues a node with its proof number.
func (g *graph) reach(i uint32, number uint16) {
	s, n := &g.passing, &g.nodes[i]
	n.flags |= reached
	n.numbers[board.Black] = number
	s.next[i] = 0
	q := &s.queues[number]
	if q.head == 0 {
		q.head = i + 1
	} else {
		s.next[q.tail-1] = i + 1
	}
	q.tail = i + 1
}

// empty takes the nodes with a proof number from their queue and looks at their parents. The queue may get more nodes
// meanwhile.
func (g *graph) empty(number uint16) {
	s := &g.passing
	for q := &s.queues[number]; q.head != 0; {
		if g.stops(len(s.order)) {
			*q = queue{}
			return
		}
		i := q.head - 1
		q.head = s.next[i]
		n := &g.nodes[i]
		if number == 0 {
			g.settle(n, won)
		} else {
			s.order = append(s.order, i)
			n.order = uint32(len(s.order))
		}
		for _, parent := range s.parents[s.first[i]:s.first[i+1]] {
			g.reachParent(parent, number)
		}
	}
}

// reachParent reaches a node if the child that was reached now, with its proof number, is enough: with Black to move
// any child is, with White to move the last one.
func (g *graph) reachParent(i uint32, number uint16) {
	n := &g.nodes[i]
	if n.flags&reached != 0 {
		return
	}
	if n.turn() == board.White {
		if g.passing.missing[i]--; g.passing.missing[i] > 0 {
			return
		}
		number = g.combine(n)[board.Black]
	}
	g.reach(i, number)
}

// closeRest disproves the open nodes that were not reached.
func (g *graph) closeRest() {
	for i := range g.nodes {
		if n := &g.nodes[i]; n.state() == open && n.flags&reached == 0 {
			g.settle(n, lost)
		}
	}
}

// sweep calculates the disproof numbers in the order in which the nodes were reached.
func (g *graph) sweep() {
	for at, i := range g.passing.order {
		if g.stops(at) {
			return
		}
		if n := &g.nodes[i]; n.flags&expanded != 0 {
			n.numbers[board.White] = g.combine(n)[board.White]
		}
	}
}
