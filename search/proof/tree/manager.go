package tree

import (
	"cmp"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
	"github.com/zonda-checkers/zonda/search/proof/check"
)

// Options are what a Manager needs beside its store.
type Options struct {
	// Known are the databases, which must be those of the store's specification.
	Known check.Known
	// Budget is the nodes of an item, 0 for those of the store's specification.
	Budget uint64
	// Log is called with messages for the user: failures and poisoned items. It may be nil.
	Log func(message string)
}

// Manager grows the proof tree of one claim. It is used by one goroutine.
type Manager struct {
	store   *Store
	claim   certificate.Claim
	options Options
	graph   graph
	root    int32
	level   int                   // number of the threshold
	out     map[string]*published // items that the queue has, by identity
	waiting []string              // of out: those that are to be published, or published again
	batch   *batch                // what the next transaction writes
	results uint64                // that came since the manager was made
	began   time.Time
	workers int // of the queue
}

// NewManager rebuilds the graph of a claim from a store. The claim is one of those of the store's goal. It is an error if
// the databases decide the goal at once, or if facts of the store contradict each other.
func NewManager(store *Store, claim certificate.Claim, o Options) (*Manager, error) {
	if store.meta.Wrong != "" {
		return nil, fmt.Errorf("%s: %s; nothing can be proven until the wrong fact is found", store.Name(), store.meta.Wrong)
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	o.Budget = cmp.Or(o.Budget, store.spec.Budget)
	m := &Manager{
		store: store, claim: claim, options: o, out: map[string]*published{}, batch: newBatch(store.meta), began: time.Now(),
		level: int(store.meta.Thresholds[claim.Attacker]),
		graph: graph{index: map[board.Position]int32{}, known: o.Known.Probe, pieces: store.spec.Pieces, clash: noNode},
	}
	if m.level >= len(thresholds) {
		return nil, fmt.Errorf("%s is damaged: threshold %d of %d", store.Name(), m.level, len(thresholds))
	}
	m.graph.window = thresholds[m.level]
	m.batch.meta.Epoch++
	m.batch.meta.Clean = false
	return m, m.rebuild()
}

// rebuild makes the graph that the store describes: from the root all nodes that were expanded, with the positions after
// their moves.
func (m *Manager) rebuild() error {
	position := m.claim.Turned().Position
	if a := m.graph.value(position); a != Undecided {
		return decidedError(m.claim, a)
	}
	err := m.store.view(func(r *reader) error {
		m.root, _ = m.graph.add(position, 0)
		return m.adopt(r, []int32{m.root})
	})
	if err != nil {
		return err
	}
	if err := m.restoreOut(); err != nil {
		return err
	}
	m.graph.pass()
	return m.saveAnswers()
}

// adopt enters what the store knows of new nodes. Nodes that were expanded are expanded again, and what is new below them
// is adopted too.
func (m *Manager) adopt(r *reader, fresh []int32) error {
	for len(fresh) > 0 {
		id := fresh[len(fresh)-1]
		fresh = fresh[:len(fresh)-1]
		code, asked := keyOf(m.graph.nodes[id].position)
		record, found, err := r.record(code)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		m.graph.enter(id, record, asked)
		if state := m.graph.nodes[id].State; state == Expanded || state == Poisoned {
			fresh = append(fresh, m.grow(id)...)
		}
	}
	return nil
}

// grow expands a node, unless it is expanded, and draws the conclusions. It returns the new nodes, of which the store
// may know something.
func (m *Manager) grow(id int32) (fresh []int32) {
	if !m.graph.nodes[id].expanded() {
		fresh = m.graph.expand(id)
	}
	if m.graph.settle(id) {
		m.graph.spread(id)
	}
	m.graph.update(id)
	return fresh
}

// restoreOut finds the items that were out when the store was closed. They are published again, but for those whose
// node was answered since or is not in this graph.
func (m *Manager) restoreOut() error {
	return m.store.view(func(r *reader) error {
		return eachJSON(r, outBucket, func(p published) {
			q, err := p.Item.Question()
			id, found := m.graph.index[q.Position]
			verifies := p.Item.Seed != 0
			if err != nil || !found || (m.graph.nodes[id].answer != Undecided) != verifies {
				m.batch.out[p.Item.ID] = nil
				return
			}
			p.Item.Epoch = m.batch.meta.Epoch
			if !verifies {
				m.graph.nodes[id].State = Out
			}
			m.send(&p)
		})
	})
}

// send puts an item among those that are to be published.
func (m *Manager) send(p *published) {
	m.out[p.Item.ID] = p
	m.batch.out[p.Item.ID] = p
	m.waiting = append(m.waiting, p.Item.ID)
}

// Answer returns the answer to the claim's question as far as it is known.
func (m *Manager) Answer() Answer { return m.graph.nodes[m.root].answer }

// Disproven reports whether the opposite of the claim is proven.
func (m *Manager) Disproven() bool { return m.Answer() == certificate.AnswerOf(!m.claim.Win) }

// Follow expands the nodes along a line of play, the positions of a game, from the goal on, and marks them: where numbers
// are equal, the moves of the line come first. A line never changes a value. It returns how many positions of the line
// are in the graph, 0 if the line does not reach the goal.
func (m *Manager) Follow(line []board.Position) (reached int, err error) {
	for _, p := range line {
		id, found := m.graph.index[m.turned(p)]
		if !found {
			if reached > 0 {
				break // a known position, or the line is cut
			}
			continue
		}
		if reached == 0 && id != m.root {
			continue
		}
		reached++
		m.graph.nodes[id].line = true
		if n := &m.graph.nodes[id]; n.expanded() || n.answer != Undecided || n.State == Out {
			err = m.save(id)
		} else {
			err = m.expand(id, Expanded)
		}
		if err != nil {
			return reached, err
		}
	}
	return reached, nil
}

// turned returns a position as the graph has it, with Black as the attacker.
func (m *Manager) turned(p board.Position) board.Position {
	if m.claim.Attacker == board.White {
		return p.Mirror()
	}
	return p
}
