package tree

import (
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Edges to positions with a known value, which are not in the graph.
const (
	toWin   int32 = -1 - iota // the attacker has won
	toNoWin                   // the attacker cannot win
)

// noNode is the number of no node.
const noNode int32 = -1

// node is a position of the graph. The attacker is Black. Its value is not known without a search.
type node struct {
	position board.Position
	children []int32 // numbers of nodes, or toWin or toNoWin; nil if the node is not expanded
	parents  []int32

	Work
	answer Answer
	scored bool  // score is the node's own
	score  int16 // for the attacker; of the parent if the node has none of its own
	king   bool
	line   bool

	pn, dn float64 // proof and disproof number under the present threshold
	order  int32   // place among the nodes that the last pass could win, in the order in which it did
	seen   uint32  // the last search for a leaf that came here
}

// attacks reports whether the attacker is to move in n.
func (n *node) attacks() bool { return n.position.Turn == board.Black }

// expanded reports whether the positions after n's moves are in the graph.
func (n *node) expanded() bool { return n.children != nil }

// graph is the positions of one claim that were reached, as far as they matter.
type graph struct {
	nodes  []node
	index  map[board.Position]int32
	known  func(board.Position) board.Result
	pieces int // positions of up to this number of pieces have known values
	window int // the score that counts as an answer; noWindow for none
	search uint32
	passed int     // number of nodes at the last pass
	marked []int32 // nodes that were answered since the last look
	clash  int32   // a node whose children contradict its answer, noNode if there is none
}

// keyOf returns the key of a position of the graph in the store, and which question the graph asks about it.
func keyOf(p board.Position) (certificate.Code, asker) {
	if p.Turn == board.Black {
		return certificate.CodeOf(p), MoverWins
	}
	return certificate.CodeOf(p.Mirror()), OtherWins
}

// value returns the answer for a position that is known without a search, otherwise Undecided.
func (g *graph) value(p board.Position) Answer {
	value := board.Unknown
	switch {
	case p.Over():
		value = board.Loss
		if p.Finished() && p.Side(p.Turn) != 0 {
			value = board.Win
		}
	case p.Pieces() <= g.pieces:
		value = g.known(p)
	}
	if value == board.Unknown {
		return Undecided
	}
	return certificate.AnswerOf(certificate.KnownWin(p, board.Black, value))
}

// add puts a position into the graph, unless it is there, and returns its number.
func (g *graph) add(p board.Position, score int16) (id int32, isNew bool) {
	if id, found := g.index[p]; found {
		return id, false
	}
	id = int32(len(g.nodes))
	g.nodes = append(g.nodes, node{position: p, score: score, order: unreached})
	g.index[p] = id
	g.refresh(id)
	return id, true
}

// expand puts the positions after all moves of a node into the graph and returns those that are new.
func (g *graph) expand(id int32) (fresh []int32) {
	var moves board.MoveList
	p, score := g.nodes[id].position, g.nodes[id].score
	p.Moves(&moves)
	children := make([]int32, 0, moves.Len())
	for _, m := range moves.Slice() {
		child, isNew := g.child(p.Play(m), score)
		if slices.Contains(children, child) {
			continue // two moves lead to the same position, or to known ones of the same value
		}
		children = append(children, child)
		if isNew {
			fresh = append(fresh, child)
		}
		if child >= 0 {
			g.nodes[child].parents = append(g.nodes[child].parents, id)
		}
	}
	g.nodes[id].children = children
	return fresh
}

// child returns the edge to a position.
func (g *graph) child(p board.Position, score int16) (edge int32, isNew bool) {
	switch g.value(p) {
	case Yes:
		return toWin, false
	case No:
		return toNoWin, false
	}
	return g.add(p, score)
}

// answerAt returns the answer at the end of an edge.
func (g *graph) answerAt(edge int32) Answer {
	switch edge {
	case toWin:
		return Yes
	case toNoWin:
		return No
	}
	return g.nodes[edge].answer
}

// leaf returns the most-proving leaf that can be worked on now, and false if there is none: at the attacker's nodes it
// follows the least proof number, at the defender's the least disproof number. Where every leaf below a child is out
// as an item, it takes the next best child.
func (g *graph) leaf(root int32) (int32, bool) {
	g.search++
	path := []int32{root}
	g.nodes[root].seen = g.search
	for len(path) > 0 {
		id := path[len(path)-1]
		n := &g.nodes[id]
		if !n.expanded() {
			if n.State != Out {
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

// The numbers of a leaf (docs/proofs.md). Large proof numbers are leaves that the attacker hardly wins.
const (
	scoreDoubling = 60.0 // hundredths of a man that double the effort
	scoreFactor   = 8.0
	kingsFactor   = 3.0  // kings on both sides: they wander
	flagFactor    = 2.0  // the engine's line leads to kings
	outFactor     = 16.0 // an item is out: other workers look elsewhere
	largestNumber = 1e15 // of an open node; sums stop there
)

var infinite = math.Inf(1)

// unreached is the order of a node that the last pass could not win.
const unreached int32 = math.MaxInt32

// numbersAt returns the proof and the disproof number at the end of an edge.
func (g *graph) numbersAt(edge int32) (pn, dn float64) {
	switch edge {
	case toWin:
		return 0, infinite
	case toNoWin:
		return infinite, 0
	}
	return g.nodes[edge].pn, g.nodes[edge].dn
}

// refresh computes the numbers of a node anew and reports whether they changed. They depend on the node and its children
// alone: what an item that is out adds is gone as soon as the item has ended, in whatever way.
func (g *graph) refresh(id int32) bool {
	n := &g.nodes[id]
	pn, dn := g.numbers(n)
	changed := pn != n.pn || dn != n.dn
	n.pn, n.dn = pn, dn
	return changed
}

func (g *graph) numbers(n *node) (pn, dn float64) {
	switch {
	case n.answer == Yes || n.answer == Undecided && g.assumed(n) == Yes:
		return 0, infinite
	case n.answer == No || n.answer == Undecided && g.assumed(n) == No:
		return infinite, 0
	case !n.expanded():
		return g.leafNumbers(n)
	case n.attacks():
		return g.combine(n)
	default:
		pn, dn = g.combine(n)
		return dn, pn
	}
}

// combine returns the least number of n's children for the side that has the choice, and the sum of their numbers for
// the other side.
func (g *graph) combine(n *node) (minimum, sum float64) {
	minimum = infinite
	for _, edge := range n.children {
		own, other := g.numbersAt(edge)
		if !n.attacks() {
			own, other = other, own
		}
		minimum, sum = min(minimum, own), sum+other
	}
	return minimum, bounded(sum)
}

// bounded returns a sum of numbers that stays finite if its parts are.
func bounded(sum float64) float64 {
	if math.IsInf(sum, 1) {
		return sum
	}
	return min(sum, largestNumber)
}

// assumed returns the answer that the score of a leaf counts as under the present threshold, Undecided if the leaf is to
// be worked on.
func (g *graph) assumed(n *node) Answer {
	switch {
	case n.expanded() || !n.scored || n.State == Out || g.window == noWindow:
		return Undecided
	case int(n.score) >= g.window:
		return Yes
	case int(n.score) <= -g.window:
		return No
	}
	return Undecided
}

// leafNumbers estimates the effort to prove a leaf and to disprove it.
func (g *graph) leafNumbers(n *node) (pn, dn float64) {
	effort := float64(n.position.Pieces()-g.pieces) / 2
	if n.king {
		effort *= flagFactor
	}
	if n.position.Kings&n.position.Black != 0 && n.position.Kings&n.position.White != 0 {
		effort *= kingsFactor
	}
	if n.State == Out {
		effort *= outFactor
	}
	ahead := float64(n.score) / scoreDoubling
	pn = effort * (1 + scoreFactor*math.Exp2(-ahead))
	dn = effort * (1 + scoreFactor*math.Exp2(ahead))
	return min(pn, largestNumber), min(dn, largestNumber)
}

// maxUpdates bounds the work of one update: in a graph with circles the numbers may change for ever. The next pass makes
// them exact.
const maxUpdates = 1000

// update computes the numbers of a node and, where they changed, of those above it.
func (g *graph) update(id int32) {
	g.refresh(id)
	waiting := append([]int32(nil), g.nodes[id].parents...)
	for i := 0; i < len(waiting) && i < maxUpdates; i++ {
		if g.refresh(waiting[i]) {
			waiting = append(waiting, g.nodes[waiting[i]].parents...)
		}
	}
}
