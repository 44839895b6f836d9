package tree

import (
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

	answer Answer
	method Method
	state  State
	items  uint8
	scored bool  // score is the node's own
	score  int16 // for the attacker; of the parent if the node has none of its own
	king   bool
	line   bool
	again  bool
	last   uint8  // number of the threshold under which the last item was published
	spent  uint32 // nodes that its items searched

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
		return certificate.CodeOf(p), moverWins
	}
	return certificate.CodeOf(p.Mirror()), otherWins
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
