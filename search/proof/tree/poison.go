package tree

import (
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// fail counts a failure of an item. The item is published again, until it is poisoned: two different workers failed, or
// one failed several times, or the queue gives up. A proof goes round a poisoned item: its node is expanded instead.
func (m *Manager) fail(r Result, q certificate.Question) error {
	p := m.out[r.Item.ID]
	if p == nil {
		return nil // the item has ended already
	}
	p.Failures = append(p.Failures, r.Worker)
	m.options.Tell(fmt.Sprintf("%s failed at %s: %s", r.Worker, r.Item.Position, r.Failed))
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
	m.options.Tell("poisoned: " + r.Item.Position)
	return m.expand(id, Poisoned)
}

// poisoned reports whether an item at which these workers failed is not to be tried again.
func poisoned(failures []string) bool {
	other := func(worker string) bool { return worker != failures[0] }
	return len(failures) >= maxFailures || slices.ContainsFunc(failures, other)
}
