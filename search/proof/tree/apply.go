package tree

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// maxFailures is how many failures of one item poison it if they come from one worker. Two workers that fail suffice.
const maxFailures = 4

// doubtful is a score, in hundredths of a man, that says so clearly who wins that an answer against it is solved again.
const doubtful = 300

// verifySeed orders the moves of an item that verifies an answer.
const verifySeed = 1

// apply draws the conclusions of a result. A result that came before changes nothing: answers only tighten bounds. A
// result that is wrong in itself is told and dropped.
func (m *Manager) apply(r Result) error {
	if r.Sequence <= m.batch.meta.Applied {
		return nil // the store has it
	}
	m.batch.meta.Applied = r.Sequence
	m.results++
	q, err := r.Item.Question()
	if err == nil {
		err = r.Item.Versions.Difference(m.store.spec.Versions)
	}
	if err != nil {
		m.options.Tell(fmt.Sprintf("a result of %s is dropped: %v", r.Worker, err))
		return nil
	}
	if r.Failed == "" && r.Answer != Undecided {
		if err := m.examine(r, q); err != nil {
			r.Failed, r.Answer = fmt.Sprintf("certificate: %v", err), Undecided
		}
	}
	m.batch.facts = append(m.batch.facts, factOf(r))
	if r.Failed != "" {
		return m.fail(r, q)
	}
	return m.accept(r, q)
}

// examine checks the certificate of an answer.
func (m *Manager) examine(r Result, q certificate.Question) error {
	c, err := certificate.Decode(r.Certificate)
	if err != nil {
		return err
	}
	if c.Leaves.Pieces > m.store.spec.Pieces {
		return fmt.Errorf("its lines end at %d pieces, those of the store at %d", c.Leaves.Pieces, m.store.spec.Pieces)
	}
	if err := check.Check(c, m.options.Known); err != nil {
		return err
	}
	if claim := c.Claim; claim.Question.Turned() != q || certificate.AnswerOf(claim.Win) != r.Answer {
		return fmt.Errorf("it does not prove the answer %s at %s", r.Answer, q.Position.FEN())
	}
	return nil
}

func factOf(r Result) Fact {
	f := Fact{
		Position: r.Item.Position, Result: r.Result, Worker: r.Worker, Failed: r.Failed, Item: r.Item.ID,
		Sequence: r.Sequence, Versions: r.Item.Versions,
	}
	f.Line = nil
	if r.Answer != Undecided {
		sum := sha256.Sum256(r.Certificate)
		f.Certificate = hex.EncodeToString(sum[:])
	}
	return f
}

// accept enters the answer of an item, or its score.
func (m *Manager) accept(r Result, q certificate.Question) error {
	wasOut := m.end(r.Item.ID)
	if r.Answer != Undecided {
		code, asked := keyOf(q.Position)
		m.batch.certificates[newCertKey(code, asked, r.Answer)] = r.Certificate
	}
	id, found := m.graph.index[q.Position]
	if !found {
		return m.acceptOutside(r, q)
	}
	n := &m.graph.nodes[id]
	if r.Item.Seed == 0 && wasOut {
		n.items, n.spent = raise(n.items, 1), raise(n.spent, r.Nodes)
		n.scored, n.score, n.king = true, int16(max(-math.MaxInt16, min(r.Score, math.MaxInt16))), r.King
	}
	if r.Answer != Undecided && n.answer != Undecided && n.answer != r.Answer {
		return m.clash(id, r.Answer)
	}
	switch {
	case r.Answer != Undecided && n.answer == Undecided:
		if !n.expanded() {
			n.state = Bounded
		}
		m.graph.decide(id, r.Answer, methodNamed(string(r.Method)))
		m.verify(id, r)
	case n.state == Out && r.Item.Seed == 0 && wasOut:
		n.state = Scored
	}
	m.graph.update(id)
	if err := m.save(id); err != nil {
		return err
	}
	return m.saveAnswers()
}

// acceptOutside keeps the answer for a position that is not in this graph: one of the store's other claim.
func (m *Manager) acceptOutside(r Result, q certificate.Question) error {
	if r.Answer == Undecided {
		return nil
	}
	code, asked := keyOf(q.Position)
	contradictory, err := m.tighten(code, boundsOf(asked, r.Answer))
	if err == nil && contradictory {
		err = m.contradiction(q.Position)
	}
	return err
}

// clash records an answer that contradicts the one that a node has.
func (m *Manager) clash(id int32, a Answer) error {
	p := m.graph.nodes[id].position
	code, asked := keyOf(p)
	if _, err := m.tighten(code, boundsOf(asked, a).Merge(boundsOf(asked, m.graph.nodes[id].answer))); err != nil {
		return err
	}
	return m.contradiction(p)
}

// tighten merges bounds into the record of a position that the next transaction writes.
func (m *Manager) tighten(code certificate.Code, b Bounds) (contradictory bool, err error) {
	record, err := m.batch.record(m.store, code)
	record.Bounds = record.Bounds.Merge(b)
	m.batch.records[code] = record
	return record.Contradictory(), err
}

// end removes an item from those that are out and reports whether it was one.
func (m *Manager) end(id string) bool {
	if m.out[id] == nil {
		return false
	}
	delete(m.out, id)
	m.batch.out[id] = nil
	m.waiting = slices.DeleteFunc(m.waiting, func(waiting string) bool { return waiting == id })
	return true
}

// verify asks for an answer again, with another order of moves, if the engine's score says the opposite.
func (m *Manager) verify(id int32, r Result) {
	against := r.Answer == No && r.Score >= doubtful || r.Answer == Yes && r.Score <= -doubtful
	if !against || r.Item.Seed != 0 {
		return
	}
	item := newItem(m.graph.nodes[id].position, r.Item.Budget, verifySeed, m.store.spec.Versions)
	item.Epoch = m.batch.meta.Epoch
	m.send(&published{Item: item, At: m.options.Now().Unix()})
}

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
	for m, own := range methodNames {
		if name == own && name != "" {
			return Method(m)
		}
	}
	return Solver
}

// decide records the answer of a node, and the answers of other nodes that follow from it by their children.
func (g *graph) decide(id int32, a Answer, m Method) {
	g.mark(id, a, m)
	g.spread(id)
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
	g.nodes[id].answer, g.nodes[id].method = a, m
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
