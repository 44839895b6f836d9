package proof

import (
	"unsafe"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// passing is the memory of a pass.
type passing struct {
	first   []uint32 // by node: of its parents in parents; one more at the end
	parents []uint32 // the open nodes with an edge to a node
	missing []uint8  // by node: children that are not reached
	open    []uint8  // by node: children that are not won
	next    []uint32 // by node: the next in its queue, plus 1
	queues  []queue  // by proof number
	order   []uint32 // the open nodes with children in the order in which they are reached
	reached uint32   // open nodes that are reached so far
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
// A pass over millions of positions takes seconds. If the context ends meanwhile, the pass stops, and the next one calculates all.
func (g *graph) pass() {
	s := &g.passing
	if s.queues == nil {
		s.queues = make([]queue, maxNumber+1)
	}
	s.order, s.reached = s.order[:0], 0
	s.next = resized(s.next, len(g.nodes))
	s.missing = resized(s.missing, len(g.nodes))
	s.open = resized(s.open, len(g.nodes))
	s.first = resized(s.first, len(g.nodes)+1)
	clear(s.first)
	g.seed()
	g.linkParents()
	g.empty(0)
	copy(s.open, s.missing)
	for number := 1; number < len(s.queues); number++ {
		g.empty(uint16(number))
	}
	if g.stopped {
		g.reopen()
		return
	}
	g.closeRest()
	g.sweep()
	g.sweep()
	g.nextPass = len(g.nodes) + max(len(g.nodes)/passShare, firstPass)
	g.deadEnds = 0
	g.restart()
}

// reopen opens the nodes that a stopped pass has left in the queue of the won ones, so that the next pass, which is due, finds them again.
func (g *graph) reopen() {
	for i := range g.nodes {
		if n := &g.nodes[i]; n.numbers[board.Black] == 0 && n.numbers[board.White] != infinite {
			n.numbers[board.Black] = 1
		}
	}
	g.nextPass = 0
}

// spareShare is the part of its length by which a slice of a pass is longer than it must be: a quarter.
const spareShare = 4

// resized returns a slice with n elements. The elements are arbitrary.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return memory.Slice[T](n + n/spareShare)[:n]
	}
	return s[:n]
}

// passInterval is the number of positions after which a pass looks at the context.
const passInterval = 1 << 14

// stops reports whether the pass has to stop. It looks at the context at intervals of a number of positions.
func (g *graph) stops(position int) bool {
	if position%passInterval == 0 {
		if yield.Point(); g.ctx.Err() != nil {
			g.stopped = true
		}
	}
	return g.stopped
}

// linkParents writes down the parents of all nodes that are open, as one array. seed has counted them.
func (g *graph) linkParents() {
	s := &g.passing
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

// openEdges returns the edges of an open node, none for a solved one. An open node that seed has queued as won still
// has its disproof number.
func (g *graph) openEdges(i int) []uint32 {
	n := &g.nodes[i]
	if disproof := n.numbers[board.White]; disproof == 0 || disproof == infinite {
		return nil
	}
	return g.childrenOf(n)
}

// seed queues the leaves, and the nodes that their children win. It counts the parents of each node.
func (g *graph) seed() {
	s := &g.passing
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
		for _, c := range g.childrenOf(n) {
			s.first[c+1]++
			if g.nodes[c].numbers[board.White] != infinite { // a proof number of 0 may be one that waits in its queue
				left++
			}
		}
		s.missing[i] = uint8(left)
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
		if g.stops(int(s.reached)) {
			*q = queue{}
			return
		}
		i := q.head - 1
		q.head = s.next[i]
		g.fetchQueued(q.head)
		n := &g.nodes[i]
		if number == 0 {
			g.settle(n, won)
		} else {
			s.reached++
			n.order = s.reached
			if n.flags&expanded != 0 {
				s.order = append(s.order, i)
			}
		}
		for _, parent := range s.parents[s.first[i]:s.first[i+1]] {
			g.reachParent(parent, number)
		}
	}
}

// reachParent reaches a node if the child that was reached now, with its proof number, is enough: with Black to move
// any child is, with White to move the last one, whose proof number is the largest.
func (g *graph) reachParent(i uint32, number uint16) {
	n := &g.nodes[i]
	if n.flags&reached != 0 {
		return
	}
	if n.turn() == board.White {
		if g.passing.missing[i]--; g.passing.missing[i] > 0 {
			return
		}
		if number > 0 {
			number = min(number+uint16(g.passing.open[i])-1, maxNumber)
		}
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
	s := &g.passing
	for at, i := range s.order {
		if g.stops(at) {
			return
		}
		g.fetchAhead(s.order, at)
		n := &g.nodes[i]
		n.numbers[board.White] = g.combine(n)[board.White]
	}
}

// fetchQueued tells the CPU that the parents of the head of a queue, a number plus 1, will be read soon, and then
// the node behind it.
func (g *graph) fetchQueued(head uint32) {
	if head == 0 {
		return
	}
	s := &g.passing
	if first := s.first[head-1]; int(first) < len(s.parents) {
		memory.Fetch(unsafe.Pointer(&s.parents[first]))
	}
	if behind := s.next[head-1]; behind != 0 {
		memory.Fetch(unsafe.Pointer(&s.next[behind-1]))
		memory.Fetch(unsafe.Pointer(&s.first[behind-1]))
		memory.Fetch(unsafe.Pointer(&g.nodes[behind-1]))
	}
}

// The distances at which a sweep asks for what it will read: a node, then its edges, then its children.
const (
	nodeAhead     = 24
	edgesAhead    = 16
	childrenAhead = 8
)

// fetchAhead tells the CPU what a sweep at a place of the order will read soon.
func (g *graph) fetchAhead(order []uint32, at int) {
	if at+nodeAhead >= len(order) {
		return
	}
	memory.Fetch(unsafe.Pointer(&g.nodes[order[at+nodeAhead]]))
	memory.Fetch(unsafe.Pointer(&g.edges[g.nodes[order[at+edgesAhead]].first]))
	n := &g.nodes[order[at+childrenAhead]]
	for _, c := range g.childrenOf(n) {
		memory.Fetch(unsafe.Pointer(&g.nodes[c]))
	}
}

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
