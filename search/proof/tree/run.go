package tree

import (
	"context"
	"errors"
	"fmt"
)

// Run works on the claim until it is proven or disproven, or until ctx ends. Then the error is that of ctx, and a new
// Manager of the same store goes on. report may be nil; it is called whenever something has happened and about once a
// second, and may use the manager. After any error the store is as the last transaction left it.
func (m *Manager) Run(ctx context.Context, q Queue, report func()) error {
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
		if err := m.applyAll(results); err != nil {
			return errors.Join(err, m.commit())
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

// applyAll applies results. The first error ends it.
func (m *Manager) applyAll(results []Result) error {
	for _, r := range results {
		if err := m.apply(r); err != nil {
			return err
		}
	}
	return nil
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
