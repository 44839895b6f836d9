package tree

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Result is what a worker found for an item. Like an Item it is complete in itself.
type Result struct {
	Item     Item   `json:"item"`
	Sequence uint64 `json:"sequence"` // the place in the queue's stream of results, from 1; see Queue
	Worker   string `json:"worker"`
	proof.Result

	Failed string `json:"failed,omitempty"` // why the worker could not work on the item, such as a stack
	Final  bool   `json:"final,omitempty"`  // with Failed: the queue has given the item to workers often enough
}

// Fact is a result as it came, in the order in which results were applied: the store's audit log.
type Fact struct {
	Position     string   `json:"position"` // FEN; the attacker is Black
	proof.Result          // without its line
	Worker       string   `json:"worker"`
	Failed       string   `json:"failed,omitempty"`
	Item         string   `json:"item,omitempty"`        // its identity; empty if the fact was imported
	Sequence     uint64   `json:"sequence"`              // of the result, 0 if the fact was imported
	Certificate  string   `json:"certificate,omitempty"` // its SHA-256 hash in hexadecimal digits
	Versions     Versions `json:"versions"`
}

// maxFailures is how many failures of one item poison it if they come from one worker. Two workers that fail suffice.
const maxFailures = 4

// doubtful is a score, in hundredths of a man, that says so clearly who wins that an answer against it is solved again.
const doubtful = 300

// verifySeed orders the moves of an item that verifies an answer.
const verifySeed = 1

// apply draws the conclusions of a result. A result that came before changes nothing: answers only tighten bounds. A
// result whose item is not one of this store is reported and dropped.
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
		m.options.Log(fmt.Sprintf("a result of %s is dropped: %v", r.Worker, err))
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
		f.Certificate = certificate.Hash(r.Certificate)
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
		n.Items, n.Nodes = raise(n.Items, 1), raise(n.Nodes, r.Nodes)
		n.scored, n.score, n.king = true, int16(max(-math.MaxInt16, min(r.Score, math.MaxInt16))), r.King
	}
	if r.Answer != Undecided && n.answer != Undecided && n.answer != r.Answer {
		return m.clash(id, r.Answer)
	}
	switch {
	case r.Answer != Undecided && n.answer == Undecided:
		if !n.expanded() {
			n.State = Bounded
		}
		m.graph.mark(id, r.Answer, methodNamed(string(r.Method)))
		m.graph.spread(id)
		m.verify(id, r)
	case n.State == Out && r.Item.Seed == 0 && wasOut:
		n.State = Scored
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
	m.send(&published{Item: item, At: time.Now().Unix()})
}

// fail counts a failure of an item. The item is published again, until it is poisoned: two different workers failed, or
// one failed several times, or the queue gives up. A proof goes round a poisoned item: its node is expanded instead.
func (m *Manager) fail(r Result, q certificate.Question) error {
	p := m.out[r.Item.ID]
	if p == nil {
		return nil // the item has ended already
	}
	p.Failures = append(p.Failures, r.Worker)
	m.options.Log(fmt.Sprintf("%s failed at %s: %s", r.Worker, r.Item.Position, r.Failed))
	id, found := m.graph.index[q.Position]
	needed := found && (m.graph.nodes[id].answer == Undecided || r.Item.Seed != 0)
	if needed && !r.Final && !poisoned(p.Failures) {
		m.batch.out[r.Item.ID] = p
		m.waiting = append(m.waiting, r.Item.ID)
		return nil
	}
	m.end(r.Item.ID)
	if !needed || r.Item.Seed != 0 {
		return nil
	}
	m.options.Log("poisoned: " + r.Item.Position)
	return m.expand(id, Poisoned)
}

// poisoned reports whether an item at which these workers failed is not to be tried again.
func poisoned(failures []string) bool {
	other := func(worker string) bool { return worker != failures[0] }
	return len(failures) >= maxFailures || slices.ContainsFunc(failures, other)
}
