package tree

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Bounds are two bounds of the value of a position for its side to move: Low <= value <= High.
type Bounds struct{ Low, High board.Result }

// unbounded are the bounds of a position of which nothing is known.
var unbounded = Bounds{Low: board.Loss, High: board.Win}

// Merge returns the bounds that follow from both. Merge is commutative, associative and idempotent, so that results may
// be applied in any order and more than once.
func (b Bounds) Merge(other Bounds) Bounds {
	return Bounds{Low: max(b.Low, other.Low), High: min(b.High, other.High)}
}

// Contradictory reports whether no value fits the bounds: one of the facts behind them is wrong.
func (b Bounds) Contradictory() bool { return b.Low > b.High }

// asker tells which side the question about a position asks for.
type asker uint8

// The two questions about a position.
const (
	MoverWins asker = iota // can the side to move force a win?
	OtherWins              // can the other side force a win?
	askers
)

// boundsOf returns what an answer says about the value for the side to move.
func boundsOf(asked asker, a Answer) Bounds {
	b := unbounded
	switch {
	case a == Undecided:
	case asked == MoverWins && a == Yes:
		b.Low = board.Win
	case asked == MoverWins:
		b.High = board.Draw
	case a == Yes:
		b.High = board.Loss
	default:
		b.Low = board.Draw
	}
	return b
}

// answer returns the answer to a question that follows from the bounds, which must not be contradictory.
func (b Bounds) answer(asked asker) Answer {
	for _, a := range []Answer{Yes, No} {
		if b.Merge(boundsOf(asked, a)) == b {
			return a
		}
	}
	return Undecided
}

// Answer is the answer to a question. See certificate.Answer.
type Answer = certificate.Answer

// The answers. Undecided is the zero value.
const (
	Undecided = certificate.Undecided
	No        = certificate.No
	Yes       = certificate.Yes
)

// Method is how an answer was found.
type Method uint8

// The methods. The zero value is no method: the question is open.
const (
	NoMethod  Method = iota
	Children         // from the positions after its moves
	ClosedSet        // the attacker can wander in the graph but not win
	Solver           // by an item, in a way without a name of its own here
	AlphaBeta        // by items, from here on
	GraphSearch
	ClosureSearch
	DepthFirst
	Database
	ByImport // from a certificate of another run
	methodCount
)

var methodNames = [methodCount]string{
	"", "children", "closed set", "solver", "search", "graph", "closure", "df-pn", "database", "import",
}

// String returns the name of m, empty for NoMethod.
func (m Method) String() string {
	if m < methodCount {
		return methodNames[m]
	}
	return fmt.Sprintf("method %d", uint8(m))
}

// methodNamed returns the method of a name, Solver if no method has the name.
func methodNamed(name string) Method {
	if m := slices.Index(methodNames[:], name); m > 0 {
		return Method(m)
	}
	return Solver
}

// spread answers the nodes above an answered node as far as their children do.
func (g *graph) spread(id int32) {
	for waiting := []int32{id}; len(waiting) > 0; {
		last := len(waiting) - 1
		parents := g.nodes[waiting[last]].parents
		waiting = waiting[:last]
		for _, parent := range parents {
			if g.settle(parent) {
				waiting = append(waiting, parent)
			}
		}
	}
}

// mark writes down an answer.
func (g *graph) mark(id int32, a Answer, m Method) {
	g.nodes[id].answer, g.nodes[id].Method = a, m
	g.marked = append(g.marked, id)
	g.refresh(id)
}

// settle answers a node if its children do, and reports whether it did so now. If the node has another answer already,
// a fact is wrong.
func (g *graph) settle(id int32) bool {
	n := &g.nodes[id]
	if !n.expanded() {
		return false
	}
	a := g.fromChildren(n)
	if a == Undecided || a == n.answer {
		return false
	}
	if n.answer != Undecided {
		g.clash = id
		return false
	}
	g.mark(id, a, Children)
	return true
}

// fromChildren returns the answer of a node that follows from its children: the side that has the choice needs one child,
// the other side needs all.
func (g *graph) fromChildren(n *node) Answer {
	wanted, otherwise := No, Yes
	if n.attacks() {
		wanted, otherwise = Yes, No
	}
	for _, edge := range n.children {
		switch g.answerAt(edge) {
		case wanted:
			return wanted
		case Undecided:
			otherwise = Undecided
		}
	}
	return otherwise
}
