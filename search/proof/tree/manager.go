package tree

import (
	"errors"
	"fmt"
	"math"
	"os"
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
	// Tell is called with messages for the user: failures and poisoned items. It may be nil.
	Tell func(message string)
	// Now is the clock, nil for time.Now. It dates items, and nothing depends on it.
	Now func() time.Time
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
	if o.Tell == nil {
		o.Tell = func(string) {}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Budget == 0 {
		o.Budget = store.spec.Budget
	}
	m := &Manager{
		store: store, claim: claim, options: o, out: map[string]*published{}, batch: newBatch(store.meta), began: o.Now(),
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
		if state := m.graph.nodes[id].state; state == Expanded || state == Poisoned {
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
				m.graph.nodes[id].state = Out
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

// Proven reports whether the claim is proven, and Disproven whether its opposite is. Neither holds while it is open.
func (m *Manager) Proven() bool { return m.Answer() == certificate.AnswerOf(m.claim.Win) }

// Disproven reports whether the opposite of the claim is proven.
func (m *Manager) Disproven() bool { return m.Answer() == certificate.AnswerOf(!m.claim.Win) }

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

// Status is how far a manager has come, as JSON for other programs.
type Status struct {
	Claim     certificate.Claim `json:"claim"`
	Answer    Answer            `json:"answer"`    // to the question of the claim
	Threshold int               `json:"threshold"` // hundredths of a man; 0 for the last one, which is infinite
	Proof     float64           `json:"proof"`     // numbers of the root under the threshold; -1 for infinite
	Disproof  float64           `json:"disproof"`
	Line      string            `json:"line"` // the moves along which the numbers lead from the root to a leaf

	Nodes    int         `json:"nodes"` // positions of the graph
	Expanded int         `json:"expanded"`
	Answered int         `json:"answered"`
	Poisoned int         `json:"poisoned"`
	Leaves   map[int]int `json:"leaves"` // open leaves by their number of pieces

	Facts   uint64  `json:"facts"` // results in the store
	Results uint64  `json:"results"`
	PerHour float64 `json:"per_hour"` // results, since the manager was made
	Out     int     `json:"out"`      // items that are published
	Workers int     `json:"workers"`
	Bytes   int64   `json:"bytes"` // of the store

	Now     time.Time `json:"now"`
	Began   time.Time `json:"began"` // when the manager was made
	Running bool      `json:"running"`
}

// Status returns how far the manager has come. It looks at the whole graph: a second for millions of positions.
func (m *Manager) Status() Status {
	root := &m.graph.nodes[m.root]
	s := Status{
		Claim: m.claim, Answer: root.answer, Proof: finite(root.pn), Disproof: finite(root.dn), Line: m.lineText(),
		Nodes: len(m.graph.nodes), Leaves: map[int]int{}, Facts: m.store.meta.Facts, Results: m.results,
		Out: len(m.out) - len(m.waiting), Workers: m.workers, Now: m.options.Now(), Began: m.began,
	}
	if window := thresholds[m.level]; window != noWindow {
		s.Threshold = window
	}
	if hours := s.Now.Sub(s.Began).Hours(); hours > 0 {
		s.PerHour = float64(s.Results) / hours
	}
	if info, err := os.Stat(m.store.Name()); err == nil {
		s.Bytes = info.Size()
	}
	for i := range m.graph.nodes {
		s.count(&m.graph.nodes[i])
	}
	return s
}

// count adds a node to the numbers.
func (s *Status) count(n *node) {
	switch {
	case n.answer != Undecided:
		s.Answered++
	case !n.expanded():
		s.Leaves[n.position.Pieces()]++
	}
	if n.expanded() {
		s.Expanded++
	}
	if n.state == Poisoned {
		s.Poisoned++
	}
}

// finite returns a number that JSON can hold.
func finite(number float64) float64 {
	if math.IsInf(number, 1) {
		return -1
	}
	return number
}
