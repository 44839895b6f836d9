package tree

import (
	"errors"
	"fmt"
)

// budgetFactor multiplies the budget of a leaf that is chosen again under a larger threshold, before it is expanded.
const budgetFactor = 4

// choose finds items to publish until this number of them is out, or until there is nothing to do before a result comes.
func (m *Manager) choose(room int) error {
	for len(m.out) < room && m.Answer() == Undecided {
		more, err := m.step()
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// passGrowth is how much larger the graph must be than at the last pass for the next one.
const passGrowth = 1.25

// step does one thing for the goal: a pass, the next threshold, an expansion or an item. It returns false if there is
// nothing to do before a result comes.
func (m *Manager) step() (bool, error) {
	root := &m.graph.nodes[m.root]
	switch {
	case float64(len(m.graph.nodes)) > passGrowth*float64(m.graph.passed):
		m.graph.pass()
		return true, m.saveAnswers()
	case root.pn == 0 || root.dn == 0:
		return true, m.widen()
	}
	if leaf, found := m.graph.leaf(m.root); found {
		return true, m.work(leaf)
	}
	if len(m.out) > 0 {
		return false, nil
	}
	m.graph.pass()
	if err := m.saveAnswers(); err != nil {
		return false, err
	}
	root = &m.graph.nodes[m.root]
	if _, found := m.graph.leaf(m.root); !found && root.pn != 0 && root.dn != 0 {
		return false, errors.New("internal error: the goal is open, but there is nothing to work on")
	}
	return true, nil
}

// widen goes to the next threshold. The tree stays; leaves whose scores are inside the wider window are open again.
func (m *Manager) widen() error {
	if m.level == len(thresholds)-1 {
		return errors.New("internal error: the goal is settled without scores, but not answered")
	}
	m.level++
	m.graph.window = thresholds[m.level]
	m.batch.meta.Thresholds[m.claim.Attacker] = uint8(m.level)
	m.graph.pass()
	return m.saveAnswers()
}

// work does what a leaf needs next: a first item, a second one with more nodes, or its expansion.
func (m *Manager) work(id int32) error {
	n := &m.graph.nodes[id]
	switch {
	case n.state == New:
		return m.publish(id, m.options.Budget)
	case n.state == Scored && int(n.last) < m.level && !n.again:
		n.again = true
		return m.publish(id, budgetFactor*m.options.Budget)
	case n.state == Scored:
		return m.expand(id, Expanded)
	}
	return fmt.Errorf("internal error: a leaf that is %s was chosen", n.state)
}

// expand puts the positions after a node's moves into the graph.
func (m *Manager) expand(id int32, s State) error {
	m.graph.nodes[id].state = s
	fresh := m.grow(id)
	err := m.store.view(func(r *reader) error { return m.adopt(r, fresh) })
	if err != nil {
		return err
	}
	m.graph.update(id)
	if err := m.save(id); err != nil {
		return err
	}
	return m.saveAnswers()
}

// publish makes an item for a node.
func (m *Manager) publish(id int32, budget uint64) error {
	n := &m.graph.nodes[id]
	item := newItem(n.position, budget, 0, m.store.spec.Versions)
	item.Epoch = m.batch.meta.Epoch
	if n.scored {
		score := n.score
		item.Hints.Score = &score
	}
	n.state, n.last = Out, uint8(m.level)
	m.send(&published{Item: item, At: m.options.Now().Unix()})
	m.graph.update(id)
	return m.save(id)
}
