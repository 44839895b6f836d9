package verify

import (
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
)

// Phase is a part of the work on a slice.
type Phase int

// The phases, in the order in which a slice goes through them.
const (
	Loading  Phase = iota // every position is probed
	Checking              // every position is recomputed from its successors
	Proving               // wins and losses of both sides to move are settled by ranks
)

// String returns "loading", "checking" or "proving".
func (p Phase) String() string { return [...]string{"loading", "checking", "proving"}[p] }

// Progress says how much of a phase is done for a slice.
type Progress struct {
	Slice egdb.Material // while Proving the first of the pair of slices
	Phase Phase
	Done  uint64 // positions done
	Total uint64 // positions of the phase
}

// reportInterval is the least time between two reports within a phase.
const reportInterval = 200 * time.Millisecond

// meter reports progress, from one goroutine at a time.
type meter struct {
	report func(Progress) // may be nil

	mu   sync.Mutex
	now  Progress
	last time.Time // of the latest report
}

// start begins a phase.
func (m *meter) start(slice egdb.Material, phase Phase, total uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = Progress{Slice: slice, Phase: phase, Total: total}
}

// add counts positions that are done. It reports at the end of the phase, and otherwise if
// reportInterval has passed.
func (m *meter) add(positions uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Done += positions
	due := m.now.Done == m.now.Total || time.Since(m.last) >= reportInterval
	if m.report == nil || positions == 0 || !due {
		return
	}
	m.report(m.now)
	m.last = time.Now()
}
