package tree

import "math"

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
func (g *graph) combine(n *node) (least, sum float64) {
	least = infinite
	for _, edge := range n.children {
		own, other := g.numbersAt(edge)
		if !n.attacks() {
			own, other = other, own
		}
		least, sum = min(least, own), sum+other
	}
	return least, bounded(sum)
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
	case n.expanded() || !n.scored || n.state == Out || g.window == noWindow:
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
	if n.state == Out {
		effort *= outFactor
	}
	ahead := float64(n.score) / scoreDoubling
	pn = effort * (1 + scoreFactor*math.Exp2(-ahead))
	dn = effort * (1 + scoreFactor*math.Exp2(ahead))
	return min(pn, largestNumber), min(dn, largestNumber)
}

// maxUpdates bounds the work of one update: in a graph with circles numbers need not come to rest. A pass mends them.
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
