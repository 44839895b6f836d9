package tree

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// drawGraph returns a random graph with circles. Its positions are different, but no moves lead from one to the other.
func drawGraph(t *rapid.T) *graph {
	g := &graph{index: map[board.Position]int32{}, window: noWindow, clash: noNode}
	count := rapid.IntRange(1, 30).Draw(t, "nodes")
	for i := range count {
		p := board.Position{Black: board.Bitboard(i + 1), White: 1 << 31, Turn: board.Color(rapid.IntRange(0, 1).Draw(t, "turn"))}
		g.add(p, int16(rapid.IntRange(-200, 200).Draw(t, "score")))
	}
	for id := range int32(count) {
		if rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
			continue
		}
		edges := rapid.SliceOfNDistinct(rapid.Int32Range(toNoWin, int32(count)-1), 1, 4, rapid.ID).Draw(t, "edges")
		g.nodes[id].children = edges
		for _, edge := range edges {
			if edge >= 0 {
				g.nodes[edge].parents = append(g.nodes[edge].parents, id)
			}
		}
	}
	for id := range int32(count) {
		if g.settle(id) {
			g.spread(id)
		}
	}
	return g
}

// plainNumbers returns the proof numbers by going over all nodes until nothing changes.
func plainNumbers(g *graph) []float64 {
	numbers := make([]float64, len(g.nodes))
	for id := range numbers {
		numbers[id] = infinite
	}
	at := func(edge int32) float64 {
		switch edge {
		case toWin:
			return 0
		case toNoWin:
			return infinite
		}
		return numbers[edge]
	}
	for changed := true; changed; {
		changed = false
		for id := range g.nodes {
			n := &g.nodes[id]
			minimum, sum := infinite, 0.0
			for _, edge := range n.children {
				minimum, sum = min(minimum, at(edge)), sum+at(edge)
			}
			number := sum
			switch {
			case n.answer == Yes:
				number = 0
			case n.answer == No:
				number = infinite
			case !n.expanded():
				number, _ = g.leafNumbers(n)
			case n.attacks():
				number = minimum
			}
			if number < numbers[id] {
				numbers[id], changed = number, true
			}
		}
	}
	return numbers
}

// TestPass compares the numbers of a pass, and the closed sets that it finds, with a plain fixpoint.
func TestPass(t *testing.T) {
	closed := 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		want := plainNumbers(g)
		g.pass()
		for id := range g.nodes {
			n := &g.nodes[id]
			if want[id] == infinite {
				require.Equal(t, No, n.answer, "node %d cannot be won", id)
				closed++
				continue
			}
			require.NotEqual(t, No, n.answer, "node %d can be won", id)
			require.InDelta(t, want[id], n.pn, 1e-6*want[id], "node %d", id)
			require.NotZero(t, n.dn, "node %d", id)
		}
		if g.nodes[0].answer == Undecided {
			_, found := g.leaf(0)
			require.True(t, found, "an open node has a leaf to work on")
		}
	})
	if !testing.Short() { // which draws too few graphs to be sure
		require.Positive(t, closed)
	}
}

// TestChoiceOfManyNodes: of children whose costs are too large to tell apart, a proof takes the one that was won first. The other may lead back.
func TestChoiceOfManyNodes(t *testing.T) {
	won := node{answer: Yes, pn: largestNumber + 1}
	g := &graph{nodes: []node{won, won, won}}
	g.nodes[0].children = []int32{1, 2}
	for first, orders := range map[int32][2]int32{1: {7, 9}, 2: {9, 7}} {
		g.nodes[1].order, g.nodes[2].order = orders[0], orders[1]
		require.Equal(t, first, g.reaching(Yes, 1).choice(&g.nodes[0], nil))
	}
}

// TestScoresAreNoFacts passes over graphs in which scores count as answers under the window. They change numbers, but
// answer nothing.
func TestScoresAreNoFacts(t *testing.T) {
	assumed := 0
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		for id := range g.nodes {
			g.nodes[id].scored = rapid.Bool().Draw(t, "scored")
		}
		want := plainNumbers(g)
		g.window = thresholds[0]
		g.pass()
		for id := range g.nodes {
			require.Equal(t, want[id] == infinite, g.nodes[id].answer == No, "node %d", id)
			if n := &g.nodes[id]; n.answer == Undecided && n.pn == infinite {
				assumed++
			}
		}
	})
	if !testing.Short() { // which draws too few graphs to be sure
		require.Positive(t, assumed)
	}
}

// TestOutIsTakenBack multiplies the numbers of a leaf while its item is out, and no longer.
func TestOutIsTakenBack(t *testing.T) {
	g := &graph{index: map[board.Position]int32{}, window: noWindow, clash: noNode}
	id, _ := g.add(board.Start(), 0)
	pn := g.nodes[id].pn
	g.nodes[id].State = Out
	g.update(id)
	require.InDelta(t, outFactor*pn, g.nodes[id].pn, 1e-6)
	for _, state := range []State{New, Scored, Poisoned} {
		g.nodes[id].State = state
		g.update(id)
		require.InDelta(t, pn, g.nodes[id].pn, 1e-6)
	}
}
