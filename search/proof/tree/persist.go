package tree

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// enter takes over what a record says of a node. An answer that follows from the other question about the position is
// not used: the certificate of this one would have to rest on it.
func (g *graph) enter(id int32, r Record, asked asker) {
	n := &g.nodes[id]
	w := r.Work[asked]
	n.state, n.items, n.spent, n.last, n.again = w.State, w.Items, w.Nodes, w.Threshold, w.Again
	n.king, n.line = r.King, r.Line
	if r.Scored && w.Items > 0 {
		n.scored, n.score = true, forAttacker(n, r.Score)
	}
	if n.state == Out { // unless its item is found again
		n.state = New
		if n.scored {
			n.state = Scored
		}
	}
	if a := r.Bounds.answer(asked); a != Undecided && w.Method != NoMethod {
		n.answer, n.method = a, w.Method
		g.spread(id)
	}
	g.update(id)
}

// forAttacker turns a score for the side to move into one for the attacker, and the reverse.
func forAttacker(n *node, score int16) int16 {
	if n.attacks() {
		return score
	}
	return -score
}

// record returns what the store is to keep of a node, given what it has of the position.
func (g *graph) record(id int32, r Record, asked asker) Record {
	n := &g.nodes[id]
	r.Bounds = r.Bounds.Merge(boundsOf(asked, n.answer))
	r.Line = r.Line || n.line
	if n.scored {
		r.Scored, r.Score, r.King = true, forAttacker(n, n.score), n.king
	}
	r.Work[asked] = Work{
		State: n.state, Method: n.method, Threshold: n.last, Items: n.items, Nodes: n.spent, Again: n.again,
	}
	return r
}

// save puts a node's record into the next transaction. Facts that contradict each other stop the whole proof: the error
// says where.
func (m *Manager) save(id int32) error {
	code, asked := keyOf(m.graph.nodes[id].position)
	old, err := m.stored(code)
	if err != nil {
		return err
	}
	record := m.graph.record(id, old, asked)
	m.batch.records[code] = record
	if record.Contradictory() {
		return m.contradiction(m.graph.nodes[id].position)
	}
	return nil
}

// stored returns the record of a position as the store will have it after the next transaction.
func (m *Manager) stored(code certificate.Code) (record Record, err error) {
	if record, found := m.batch.records[code]; found {
		return record, nil
	}
	err = m.store.view(func(r *reader) error {
		found := false
		if record, found, err = r.record(code); !found {
			record = newRecord()
		}
		return err
	})
	return record, err
}

// contradiction notes that two facts about a position contradict each other and returns the error.
func (m *Manager) contradiction(p board.Position) error {
	m.batch.meta.Wrong = fmt.Sprintf("facts contradict each other at %s", p.FEN())
	return fmt.Errorf("%s; the store keeps both certificates", m.batch.meta.Wrong)
}

// saveAnswers saves the nodes that were answered since the last call.
func (m *Manager) saveAnswers() error {
	for _, id := range m.graph.marked {
		if err := m.save(id); err != nil {
			return err
		}
	}
	m.graph.marked = m.graph.marked[:0]
	if m.graph.clash != noNode {
		return m.contradiction(m.graph.nodes[m.graph.clash].position)
	}
	return nil
}

// raise returns a count that stays at its largest value.
func raise[T uint8 | uint32](count T, by uint64) T {
	largest := uint64(^T(0))
	if by > largest-uint64(count) {
		return T(largest)
	}
	return count + T(by)
}
