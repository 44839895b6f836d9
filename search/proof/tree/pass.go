package tree

import (
	"container/heap"
	"math"
)

// pass makes the proof numbers of the whole graph exact, also where it has circles, and finds the closed sets: nodes
// that no line of the graph can win are answered with No, whatever their leaves will turn out to be. It is Knuth's
// generalisation of Dijkstra's algorithm (1977).
func (g *graph) pass() {
	window := g.window
	g.window = noWindow // only facts count
	g.reach()
	g.close()
	if window != noWindow {
		g.window = window
		g.reach()
	}
	g.passed = len(g.nodes)
}

// close answers all open nodes that the last reach could not win. They are a closed set: answers above them follow from
// it too, and the nodes above are in it.
func (g *graph) close() {
	for id := range g.nodes {
		if n := &g.nodes[id]; n.answer == Undecided && n.order == unreached {
			method := ClosedSet
			if n.expanded() && g.fromChildren(n) == No {
				method = Children
			}
			g.mark(int32(id), No, method)
		}
	}
}

// reach computes the numbers of all nodes under the window: proof numbers exactly, disproof numbers by two sweeps.
func (g *graph) reach() {
	r := g.reaching(Undecided, 0)
	for id := range g.nodes {
		r.begin(int32(id))
	}
	r.run()
	const sweeps = 2
	for range sweeps {
		for _, id := range r.final {
			_, g.nodes[id].dn = g.numbers(&g.nodes[id])
		}
	}
}

// reaching gives nodes of one answer their numbers, the least first: proof numbers of open nodes, or the costs of proofs.
type reaching struct {
	*graph
	answer  Answer
	step    float64 // what a node adds to the numbers of its children
	queue   reachedHeap
	missing []int32   // of a node that needs all its children: how many are not final yet
	sum     []float64 // the numbers of those that are
	final   []int32   // nodes whose number is final, in the order of becoming so
}

func (g *graph) reaching(a Answer, step float64) *reaching {
	return &reaching{graph: g, answer: a, step: step, missing: make([]int32, len(g.nodes)), sum: make([]float64, len(g.nodes))}
}

// run makes all numbers final that follow from those in the queue.
func (r *reaching) run() {
	heap.Init(&r.queue)
	for len(r.queue) > 0 {
		r.finish(heap.Pop(&r.queue).(reached))
	}
}

// chooses reports whether one child is enough for the number of n: the side that wants the answer is to move. In open nodes
// the attacker is that side.
func (r *reaching) chooses(n *node) bool { return n.attacks() == (r.answer != No) }

// reached is a node with a number that it can have.
type reached struct {
	pn float64
	id int32
}

// begin enters what is known of a node without its children in the graph.
func (r *reaching) begin(id int32) {
	n := &r.nodes[id]
	pn, _ := r.own(n)
	n.pn, n.dn, n.order = infinite, 0, unreached
	if pn < infinite {
		n.dn = 1 // until the sweeps
		r.queue = append(r.queue, reached{pn, id})
		return
	}
	for _, edge := range n.children {
		if edge != toWin {
			r.missing[id]++
		}
	}
}

// own returns the numbers of a node if they do not depend on children that are nodes.
func (r *reaching) own(n *node) (pn, dn float64) {
	if n.answer != Undecided || !n.expanded() {
		return r.numbers(n)
	}
	return infinite, 0 // an open node: no child alone decides it
}

// finish makes a number final, if the node has none that is less, and tells the parents.
func (r *reaching) finish(at reached) {
	n := &r.nodes[at.id]
	if n.order != unreached {
		return
	}
	n.pn, n.dn, n.order = at.pn, 1, int32(len(r.final))
	r.final = append(r.final, at.id)
	for _, id := range n.parents {
		parent := &r.nodes[id]
		if parent.order != unreached || parent.answer != r.answer || parent.hasCertificate() {
			continue
		}
		if r.chooses(parent) {
			heap.Push(&r.queue, reached{at.pn + r.step, id})
			continue
		}
		r.sum[id] = bounded(r.sum[id] + at.pn)
		if r.missing[id]--; r.missing[id] == 0 {
			heap.Push(&r.queue, reached{r.sum[id] + r.step, id})
		}
	}
}

// reachedHeap orders by proof number, then by node, so that every run is the same.
type reachedHeap []reached

func (h reachedHeap) Len() int { return len(h) }
func (h reachedHeap) Less(i, j int) bool {
	return h[i].pn < h[j].pn || h[i].pn == h[j].pn && h[i].id < h[j].id
}
func (h reachedHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push adds a reached for package heap.
func (h *reachedHeap) Push(x any) { *h = append(*h, x.(reached)) }

// Pop removes the last for package heap.
func (h *reachedHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// noWindow is the last threshold: no score counts as an answer.
const noWindow = math.MaxInt

// thresholds are the windows of the iteration, in hundredths of a man (Schaeffer et al. 2007). Under a threshold h a
// score of h or more counts as yes, of -h or less as no. When the goal is settled that way, the next threshold follows,
// and more leaves are open.
var thresholds = [...]int{60, 100, 160, 240, 400, noWindow}
