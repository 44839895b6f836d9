package tree

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Run works on the claim until it is proven or disproven, or until ctx ends. It always closes the queue. If ctx ends first, the error
// is that of ctx, and a new Manager of the same store can go on. report may be nil; it is called whenever something has happened and about once a
// second, and may use the manager. After any error the store is as the last transaction left it.
func (m *Manager) Run(ctx context.Context, q Queue, report func()) (err error) {
	defer func() { q.Close(err == nil) }()
	if report == nil {
		report = func() {}
	}
	if err := q.Begin(ctx, m.store.meta.Applied); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	for {
		m.workers = q.Workers()
		err := m.choose(itemsPerWorker * m.workers)
		if err := errors.Join(err, m.commit()); err != nil {
			return err
		}
		if m.finished() {
			return m.leave()
		}
		if err := m.flush(ctx, q); err != nil {
			return errors.Join(err, m.leave())
		}
		report()
		results, err := q.Receive(ctx)
		if err != nil {
			return errors.Join(err, m.leave())
		}
		for _, r := range results {
			if err := m.apply(r); err != nil {
				return errors.Join(err, m.commit())
			}
		}
	}
}

// finished reports whether the question is answered and no answer is being verified.
func (m *Manager) finished() bool {
	if m.Answer() == Undecided {
		return false
	}
	for _, p := range m.out {
		if p.Item.Seed != 0 {
			return false
		}
	}
	return true
}

// flush publishes what waits, as far as there is room. The store knows of all of it, so that nothing is lost if the
// program ends here.
func (m *Manager) flush(ctx context.Context, q Queue) error {
	room := itemsPerWorker*m.workers - (len(m.out) - len(m.waiting))
	for room > 0 && len(m.waiting) > 0 {
		if err := q.Publish(ctx, m.out[m.waiting[0]].Item); err != nil {
			return fmt.Errorf("queue: %w", err)
		}
		m.waiting = m.waiting[1:]
		room--
	}
	return nil
}

// commit writes what has changed.
func (m *Manager) commit() error {
	if err := m.store.commit(m.batch); err != nil {
		return err
	}
	m.batch = newBatch(m.store.meta)
	return nil
}

// leave notes that the manager ends by itself.
func (m *Manager) leave() error {
	m.batch.meta.Clean = true
	return m.commit()
}

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
	case n.State == New:
		return m.publish(id, m.options.Budget)
	case n.State == Scored && int(n.Threshold) < m.level && !n.Again:
		n.Again = true
		return m.publish(id, budgetFactor*m.options.Budget)
	case n.State == Scored:
		return m.expand(id, Expanded)
	}
	return fmt.Errorf("internal error: a leaf that is %s was chosen", n.State)
}

// expand puts the positions after a node's moves into the graph.
func (m *Manager) expand(id int32, s State) error {
	m.graph.nodes[id].State = s
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
	n.State, n.Threshold = Out, uint8(m.level)
	m.send(&published{Item: item, At: time.Now().Unix()})
	m.graph.update(id)
	return m.save(id)
}
