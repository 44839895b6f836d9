package tree

import (
	"math"
	"os"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

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
		Out: len(m.out) - len(m.waiting), Workers: m.workers, Now: time.Now(), Began: m.began,
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
	if n.State == Poisoned {
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

// lineText returns the moves along which the numbers lead from the root to a leaf, as moves of the claim's position.
func (m *Manager) lineText() string {
	g := &m.graph
	g.search++
	var line []board.Move
	p := m.claim.Position
	for id := m.root; id >= 0; id = g.best(&g.nodes[id]) {
		g.nodes[id].seen = g.search
		if id != m.root {
			move := m.moveTo(p, g.nodes[id].position)
			line = append(line, move)
			p = p.Play(move)
		}
	}
	return m.claim.Position.LineText(line)
}

// moveTo returns the move from p, a position of the game, to a position of the graph.
func (m *Manager) moveTo(p, next board.Position) board.Move {
	var moves board.MoveList
	p.Moves(&moves)
	i := slices.IndexFunc(moves.Slice(), func(move board.Move) bool { return m.turned(p.Play(move)) == next })
	return moves.Slice()[i]
}
