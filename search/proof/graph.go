package proof

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// node is a position of the graph. Its numbers are those of proof-number search (Allis 1994): an estimate of the work
// that is left until the attacker (Black's number, the proof number) or the defender (White's number, the disproof
// number) has what they want. A number of 0 means that the question is answered in that side's favour; the other number
// is then infinite.
type node struct {
	first   uint32    // of the children in graph.edges
	order   uint32    // of a won node: the rank of the win; else when the last pass reached the node, 0 if it has not
	numbers [2]uint16 // by color
	edges   uint8     // number of children in graph.edges
	flags   flags
}

// flags are the marks of a node.
type flags uint8

const (
	whiteMoves flags = 1 << iota
	expanded
	onPath
	reached // by the pass that runs
)

const (
	infinite  = 1<<16 - 1
	maxNumber = 20_000 // the largest number of an open node
)

// turn returns the side to move.
func (n *node) turn() board.Color { return board.Color(n.flags & whiteMoves) }

// state returns what is known of the node.
func (n *node) state() state {
	switch {
	case n.numbers[board.Black] == 0:
		return won
	case n.numbers[board.White] == 0:
		return lost
	}
	return open
}

// graph is a proof-number search on an explicit graph. Children are positions of the graph too, so that a transposition
// is solved once. Positions whose state is known at once are not part of the graph.
type graph struct {
	positions
	nodes    []node // by the number of the position
	edges    []uint32
	limits   sizes
	leaves   *leaves
	estimate *estimator

	path       []uint32 // from the root to the position that is expanded next
	wins       uint32   // positions won so far: the next rank
	examined   uint64   // positions that were looked at for the first time: what a budget counts
	expansions int
	deadEnds   int // descents since the last pass that ended without a leaf
	nextPass   int // number of positions at which the next pass begins
	full       bool
	ctx        context.Context
	stopped    bool // ctx ended during a pass: the next one has to come first
	passing    passing

	moves    board.MoveList
	children [board.MaxMoves]child
}

// child is a position one move below the node that is expanded.
type child struct {
	position board.Position
	hash     uint64
	number   uint32 // if found
	found    bool   // in the graph
	state    state
}

// sizes are the largest numbers of positions and edges.
type sizes struct{ positions, edges int }

// The memory of a position: its key, its node, its slots, its edges and their reverses, and the arrays of a pass.
const (
	edgesAPosition = 2
	positionBytes  = 12 + 16 + 16 + 2*4*edgesAPosition + 16
)

// sizesFor returns the sizes of a graph that takes this number of bytes.
func sizesFor(bytes int) sizes {
	maximum := max(bytes/positionBytes, board.MaxMoves+1)
	return sizes{positions: maximum, edges: edgesAPosition * maximum}
}

// newGraph returns an empty graph.
func newGraph(l *leaves, e *estimator, limits sizes) *graph {
	return &graph{
		positions: newPositions(limits.positions),
		nodes:     memory.Slice[node](limits.positions)[:0], edges: memory.Slice[uint32](limits.edges)[:0],
		limits: limits, leaves: l, estimate: e,
	}
}

// firstPass is the number of positions at which the first pass begins.
const firstPass = 256

// begin empties the graph and makes p, which is not known, its root: the node with the number 0. The work ends when ctx
// does.
func (g *graph) begin(ctx context.Context, p board.Position) {
	g.positions.clear()
	g.nodes, g.edges, g.path = g.nodes[:0], g.edges[:0], g.path[:0]
	g.wins, g.examined, g.expansions, g.deadEnds, g.nextPass = 1, 0, 0, 0, firstPass
	g.ctx, g.full, g.stopped = ctx, false, false
	g.leaf(p)
	g.restart()
}

// restart makes the path the root alone.
func (g *graph) restart() {
	g.cut(0)
	g.path = append(g.path, 0)
	g.nodes[0].flags |= onPath
}

// cut shortens the path to a number of nodes.
func (g *graph) cut(length int) {
	for _, n := range g.path[length:] {
		g.nodes[n].flags &^= onPath
	}
	g.path = g.path[:length]
}

// leaf adds p, which is not in the graph, as a leaf and returns its number.
func (g *graph) leaf(p board.Position) uint32 {
	proof, disproof := g.estimate.leaf(p)
	g.nodes = append(g.nodes, node{numbers: [2]uint16{proof, disproof}, flags: flags(p.Turn)})
	return g.add(p)
}

// childrenOf returns the numbers of the children of an expanded node that have an edge.
func (g *graph) childrenOf(n *node) []uint32 { return g.edges[n.first : n.first+uint32(n.edges)] }

// checkInterval is the number of expansions after which the context is looked at.
const checkInterval = 256

// search searches until the root is solved, until this number of positions has been examined, until the memory is used up,
// or until the context ends. It returns the state of the root.
func (g *graph) search(examined uint64) state {
	for step := 0; !g.stopped && g.nodes[0].state() == open && g.examined < examined && !g.full; step++ {
		if step%checkInterval == 0 {
			if yield.Point(); g.ctx.Err() != nil {
				break
			}
		}
		if g.step(); g.full {
			g.collect()
		}
	}
	if g.stopped {
		return open
	}
	return g.nodes[0].state()
}

// freeDeadEnds and deadEndShare say how many descents may end without a leaf before a pass: freeDeadEnds, and one for
// each deadEndShare expansions.
const (
	freeDeadEnds = 8
	deadEndShare = 200
)

// step expands a leaf, or makes a pass.
func (g *graph) step() {
	switch {
	case len(g.nodes) >= g.nextPass || g.deadEnds > freeDeadEnds+g.expansions/deadEndShare:
		g.pass()
	case g.descend():
		g.expand(g.path[len(g.path)-1])
		g.update()
	default:
		g.deadEnds++
		g.leaveDeadEnd()
	}
}

// descend lengthens the path to a leaf. It returns false if all children of the last node are solved or on the path.
func (g *graph) descend() bool {
	for {
		n := &g.nodes[g.path[len(g.path)-1]]
		if n.flags&expanded == 0 {
			return true
		}
		next, found := g.choose(n)
		if !found {
			return false
		}
		g.nodes[next].flags |= onPath
		g.path = append(g.path, next)
	}
}

// choose returns the child on which the work goes on: the one with the least number of the side to move. Among equal
// children Black takes the one that the last pass reached first, so that a descent after a pass reaches a leaf; White
// takes the one with the least proof number.
func (g *graph) choose(n *node) (best uint32, found bool) {
	turn := n.turn()
	minimum := uint64(1<<64 - 1)
	for _, c := range g.childrenOf(n) {
		child := &g.nodes[c]
		if child.flags&onPath != 0 || child.state() != open {
			continue
		}
		rank := uint64(child.numbers[turn])<<48 | uint64(child.order)
		if turn == board.White {
			rank |= uint64(child.numbers[board.Black]) << 32
		}
		if rank < minimum {
			minimum, best, found = rank, c, true
		}
	}
	return best, found
}

// update calculates the numbers of the path's nodes from its end. It shortens the path to the node whose numbers do not
// change.
func (g *graph) update() {
	for i := len(g.path) - 1; i >= 0; i-- {
		n := &g.nodes[g.path[i]]
		if n.state() == open {
			numbers := g.combine(n)
			if numbers == n.numbers {
				g.cut(i + 1)
				return
			}
			g.set(n, numbers)
		}
	}
	g.cut(1)
}

// leaveDeadEnd is called if the path cannot be made longer. It makes the last node look dearer to the side that chose it.
func (g *graph) leaveDeadEnd() {
	last := len(g.path) - 1
	n := &g.nodes[g.path[last]]
	if numbers := g.combine(n); numbers != n.numbers {
		g.update()
		return
	}
	if last == 0 {
		g.pass()
		return
	}
	chooser := n.turn().Opponent()
	n.numbers[chooser] = min(n.numbers[chooser]+n.numbers[chooser]/4+1, maxNumber)
	g.cut(last)
	g.update()
}

// combine returns the numbers of an open, expanded node from those of its children: for the side to move the least one,
// for the other side the largest one plus 1 for each other child that is open (weak proof-number search, Ueda,
// Hashimoto and Iida 2008).
func (g *graph) combine(n *node) (numbers [2]uint16) {
	turn := n.turn()
	other := turn ^ 1
	minimum, largest, children := uint16(infinite), uint32(0), uint32(0)
	for _, c := range g.childrenOf(n) {
		child := &g.nodes[c].numbers
		if child[other] == 0 {
			continue
		}
		minimum, largest = min(minimum, child[turn]), max(largest, uint32(child[other]))
		children++
	}
	switch {
	case children == 0:
		numbers[turn] = infinite
	case minimum == 0:
		numbers[other] = infinite
	default:
		numbers[turn], numbers[other] = minimum, uint16(min(largest+children-1, maxNumber))
	}
	return numbers
}

// set gives an open node other numbers.
func (g *graph) set(n *node, numbers [2]uint16) {
	n.numbers = numbers
	if numbers[board.Black] == 0 {
		n.order = g.wins
		g.wins++
	}
}

// settle gives an open node its state.
func (g *graph) settle(n *node, s state) {
	if s == won {
		g.set(n, [2]uint16{0, infinite})
	} else {
		g.set(n, [2]uint16{infinite, 0})
	}
}

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
