package proof

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// randomGraph returns a graph with random sides to move, edges and leaves, some of them solved. It has no positions.
func randomGraph(t *rapid.T) *graph {
	g := &graph{path: []uint32{0}, wins: 1, ctx: context.Background()}
	size := rapid.IntRange(2, 40).Draw(t, "nodes")
	for range size {
		n := node{first: uint32(len(g.edges)), flags: flags(rapid.IntRange(0, 1).Draw(t, "turn"))}
		n.numbers = [2]uint16{rapid.Uint16Range(1, 30).Draw(t, "proof"), rapid.Uint16Range(1, 30).Draw(t, "disproof")}
		kind := rapid.IntRange(0, 9).Draw(t, "kind")
		switch {
		case kind == 0:
			g.settle(&n, won)
		case kind == 1:
			g.settle(&n, lost)
		case kind > 3:
			n.flags |= expanded
			children := rapid.SliceOfNDistinct(rapid.IntRange(0, size-1), 1, 4, rapid.ID[int]).Draw(t, "children")
			for _, c := range children {
				g.edges = append(g.edges, uint32(c))
			}
			n.edges = uint8(len(children))
		}
		g.nodes = append(g.nodes, n)
	}
	return g
}

// fixpoint returns the nodes that the attacker wins, if the nodes for which seed returns true count as won.
func (g *graph) fixpoint(seed func(*node) bool) []bool {
	win := make([]bool, len(g.nodes))
	for changed := true; changed; {
		changed = false
		for i := range g.nodes {
			n := &g.nodes[i]
			now := seed(n)
			if n.state() == open && n.flags&expanded != 0 {
				wins := 0
				for _, c := range g.childrenOf(n) {
					if win[c] {
						wins++
					}
				}
				now = wins == int(n.edges) || wins > 0 && n.turn() == board.Black
			}
			changed = changed || now != win[i]
			win[i] = now
		}
	}
	return win
}

// proofNumbers returns the proof numbers of all nodes by plain iteration, 0 for nodes that are won.
func (g *graph) proofNumbers(win []bool) []uint16 {
	numbers := make([]uint16, len(g.nodes))
	for i := range numbers {
		n := &g.nodes[i]
		switch {
		case win[i]:
			numbers[i] = 0
		case n.state() == open && n.flags&expanded == 0:
			numbers[i] = n.numbers[board.Black]
		default:
			numbers[i] = infinite
		}
	}
	for range g.nodes {
		for i := range g.nodes {
			if n := &g.nodes[i]; n.state() == open && n.flags&expanded != 0 && !win[i] {
				numbers[i] = g.plainNumber(n, numbers)
			}
		}
	}
	return numbers
}

// plainNumber returns the proof number of an expanded node by its definition.
func (g *graph) plainNumber(n *node, numbers []uint16) uint16 {
	minimum, largest, left := uint32(infinite), uint32(0), uint32(0)
	for _, c := range g.childrenOf(n) {
		minimum = min(minimum, uint32(numbers[c]))
		largest = max(largest, uint32(numbers[c]))
		if numbers[c] != 0 {
			left++
		}
	}
	switch {
	case n.turn() == board.Black:
		return uint16(minimum)
	case largest == infinite:
		return infinite
	}
	return uint16(largest + left - 1)
}

// A pass that is stopped anywhere leaves a graph for which the next pass finds what a whole one finds.
func TestStoppedPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t)
		whole := *g
		whole.nodes, whole.edges, whole.path = slices.Clone(g.nodes), slices.Clone(g.edges), slices.Clone(g.path)
		whole.pass()
		g.ctx = &fuse{Context: g.ctx, checks: rapid.IntRange(0, 20).Draw(t, "checks")}
		g.pass()
		g.ctx, g.stopped = context.Background(), false
		g.pass()
		for i := range g.nodes {
			require.Equal(t, whole.nodes[i].state(), g.nodes[i].state(), "node %d", i)
			require.Equal(t, whole.nodes[i].numbers[board.Black], g.nodes[i].numbers[board.Black], "node %d: proof number", i)
		}
		g.checkRanks(t)
	})
}

// fuse is a context that ends after a number of checks.
type fuse struct {
	context.Context
	checks int // that are left
}

func (f *fuse) Err() error {
	if f.checks == 0 {
		return context.Canceled
	}
	f.checks--
	return nil
}

// TestPass compares a pass with a plain fixpoint on random graphs with circles.
func TestPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := randomGraph(t)
		win := g.fixpoint(func(n *node) bool { return n.state() == won })
		hope := g.fixpoint(func(n *node) bool {
			return n.state() == won || n.state() == open && n.flags&expanded == 0
		})
		numbers := g.proofNumbers(win)
		g.pass()
		for i := range g.nodes {
			n := &g.nodes[i]
			require.Equal(t, win[i], n.state() == won, "node %d: won", i)
			require.Equal(t, hope[i], n.state() != lost, "node %d: lost", i)
			require.Equal(t, numbers[i], n.numbers[board.Black], "node %d: proof number", i)
		}
		g.checkRanks(t)
		if g.nodes[0].state() == open {
			require.True(t, g.descend(), "a descent after a pass reaches a leaf")
		}
	})
}

// checkRanks checks that each node that the pass has won rests on nodes of lower rank.
func (g *graph) checkRanks(t *rapid.T) {
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.state() != won || n.flags&expanded == 0 {
			continue
		}
		lower := 0
		for _, c := range g.childrenOf(n) {
			if g.nodes[c].state() == won && g.nodes[c].order < n.order {
				lower++
			}
		}
		require.True(t, lower == int(n.edges) || lower > 0 && n.turn() == board.Black, "node %d: rank", i)
	}
}

// TestCollect solves questions with a collection after every few positions. The answers stay right and have
// certificates, though much of the graph is gone.
func TestCollect(t *testing.T) {
	databases := library(t)
	s := newTestSolver(databases, 2)
	random := rand.New(rand.NewPCG(10, 11))
	const questions, maximum, between = 20, 60_000, 300
	answered, freed := 0, 0
	for range questions {
		q := certificate.Question{Position: ending(random, 3), Attacker: board.Color(random.IntN(2))}
		a := newAttempt(context.Background(), s, q, maximum)
		if a.ended() {
			continue
		}
		for g := s.graph; g.examined < maximum && g.nodes[0].state() == open; {
			g.search(g.examined + between)
			before := len(g.nodes)
			g.collect()
			freed += before - len(g.nodes)
		}
		if state := s.graph.nodes[0].state(); state != open {
			answered++
			require.Equal(t, trueAnswer(databases, q), state == won)
			a.answered(state, ByGraph, s.graph)
			requireProof(t, databases, a.outcome())
		}
	}
	t.Logf("%d answered, %d positions freed", answered, freed)
	require.Positive(t, answered)
	require.Positive(t, freed)
}
