package verify

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// solver finds the values of a pair of slices, the ended games first and then, rank by
// rank, what leads to those found. Codes of the second slice are set apart by a bit.
type solver struct {
	oracle  *oracle
	pair    pair
	second  int32
	edges   []edge
	parents []int32 // by child: its last edge
	open    []int32 // by parent: moves inside the pair not known to lose
	draws   []bool  // moves to a draw outside the pair
}

// edge is a move inside the pair, with the place of another edge to the same child.
type edge struct{ parent, other int32 }

func newSolver(o *oracle, p pair) *solver {
	second := int32(1) << (5 * p[0].Pieces())
	return &solver{
		oracle:  o,
		pair:    p,
		second:  second,
		edges:   []edge{{}},
		parents: make([]int32, 2*second),
		open:    make([]int32, 2*second),
		draws:   make([]bool, 2*second),
	}
}

func (s *solver) solve() {
	ended, first := s.build()
	s.settle(ended, board.Loss, 0)
	s.settle(first[board.Loss], board.Loss, 1)
	s.settle(first[board.Win], board.Win, 1)
	latest := slices.Concat(first[board.Loss], first[board.Win])
	latest = append(latest, s.parentsOf(ended, 1)...)
	for rank := 2; len(latest) > 0; rank++ {
		latest = s.parentsOf(latest, rank)
	}
	for _, m := range s.pair {
		for _, code := range s.oracle.codes[m] {
			if s.oracle.values[m][code] == board.Unknown {
				s.oracle.values[m][code] = board.Draw
			}
		}
	}
}

// build draws the edges and returns the ended games and what is decided in one ply.
func (s *solver) build() (ended []int32, first [board.Win + 1][]int32) {
	for i, m := range s.pair {
		s.oracle.values[m] = make([]board.Result, s.second)
		for code := range int(s.second) {
			p, ok := decode(m, code)
			if !ok {
				continue
			}
			s.oracle.codes[m] = append(s.oracle.codes[m], code)
			node := int32(i)*s.second + int32(code)
			if !p.HasMove() {
				ended = append(ended, node)
				continue
			}
			value := s.connect(node, p)
			first[value] = append(first[value], node)
		}
	}
	return ended, first
}

// connect draws the edges from p and returns its value if no edge matters.
func (s *solver) connect(node int32, p board.Position) board.Result {
	var l board.MoveList
	p.Moves(&l)
	value := board.Loss
	for _, m := range l.Slice() {
		after := p.Play(m)
		if i := slices.Index(s.pair, endgame.MaterialOf(after)); i >= 0 && !after.Finished() {
			child := int32(i)*s.second + int32(code(after.Mirror()))
			s.edges = append(s.edges, edge{node, s.parents[child]})
			s.parents[child] = int32(len(s.edges) - 1)
			s.open[node]++
			continue
		}
		reply := s.oracle.Probe(after)
		s.draws[node] = s.draws[node] || reply == board.Draw
		if reply == board.Loss {
			value = board.Win
		}
	}
	if value == board.Loss && (s.open[node] > 0 || s.draws[node]) {
		return board.Unknown
	}
	return value
}

// settle enters the value of nodes that have none yet.
func (s *solver) settle(nodes []int32, value board.Result, rank int) (settled []int32) {
	for _, node := range nodes {
		m := s.pair[node/s.second]
		if known := &s.oracle.values[m][node%s.second]; *known == board.Unknown {
			*known = value
			s.oracle.ranks[m] = rank
			settled = append(settled, node)
		}
	}
	return settled
}

// parentsOf settles the parents of nodes that have been given their value and returns
// those that were open.
func (s *solver) parentsOf(nodes []int32, rank int) (settled []int32) {
	for _, node := range nodes {
		lost := s.oracle.values[s.pair[node/s.second]][node%s.second] == board.Loss
		for e := s.parents[node]; e != 0; e = s.edges[e].other {
			parent := s.edges[e].parent
			s.open[parent]--
			if lost {
				settled = append(settled, s.settle([]int32{parent}, board.Win, rank)...)
			} else if s.open[parent] == 0 && !s.draws[parent] {
				settled = append(settled, s.settle([]int32{parent}, board.Loss, rank)...)
			}
		}
	}
	return settled
}
