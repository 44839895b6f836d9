package proof

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// proven is what a search has solved: the state of a position and, if it is won, its rank. All that a position's state
// rests on is solved too, or known at once. What a won position rests on has lower ranks.
type proven interface {
	solved(p board.Position) (s state, rank uint32, found bool)
}

// solved returns the state of a position of the graph.
func (g *graph) solved(p board.Position) (s state, rank uint32, found bool) {
	number, found := g.find(p)
	if !found {
		return open, 0, false
	}
	n := &g.nodes[number]
	if n.state() == won {
		rank = n.order
	}
	return n.state(), rank, true
}

// extractor takes out of a search what the answer for its root needs.
type extractor struct {
	proven
	leaves *leaves
	answer state
	chosen map[board.Position]int // by position in which the side that has the choice is to move: its place in steps
	steps  []step
}

// step is an entry of the certificate that is being made.
type step struct {
	certificate.Entry
	needs []int // the places of the steps that it rests on
	order uint32
}

// extract returns the entries of a certificate for the answer, won or lost, that a search has found for p. The entries
// are those that p needs.
func extract(from proven, l *leaves, p board.Position, answer state) []certificate.Entry {
	x := &extractor{proven: from, leaves: l, answer: answer, chosen: map[board.Position]int{}}
	if l.known(p) != open {
		return nil
	}
	x.need(p)
	for i := 0; i < len(x.steps); i++ { // the steps grow
		x.fill(i)
	}
	x.rank()
	entries := make([]certificate.Entry, len(x.steps))
	for i := range x.steps {
		entries[i] = x.steps[i].Entry
	}
	return entries
}

// chooser returns the side that has the choice: the attacker in a win, the defender otherwise.
func (x *extractor) chooser() board.Color {
	if x.answer == won {
		return board.Black
	}
	return board.White
}

// need makes steps for p, which is not known: for p itself, or for all positions after a move of p. It returns their
// places.
func (x *extractor) need(p board.Position) (places []int) {
	if p.Turn == x.chooser() {
		return []int{x.place(p)}
	}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		if child := p.Play(m); x.leaves.known(child) == open {
			places = append(places, x.place(child))
		}
	}
	return places
}

// place returns the place of the step of a position, and makes the step if there is none.
func (x *extractor) place(p board.Position) int {
	if i, ok := x.chosen[p]; ok {
		return i
	}
	_, order, _ := x.solved(p)
	x.chosen[p] = len(x.steps)
	x.steps = append(x.steps, step{Entry: certificate.Entry{Position: p}, order: order})
	return len(x.steps) - 1
}

// fill chooses the move of a step: one to a known position if there is one, else the one to the child of least rank.
func (x *extractor) fill(i int) {
	p := x.steps[i].Position
	var moves board.MoveList
	p.Moves(&moves)
	best, minimum, found := board.Move{}, uint32(0), false
	for _, m := range moves.Slice() {
		child := p.Play(m)
		if s := x.leaves.known(child); s == x.answer {
			x.steps[i].Move = m
			return
		} else if s != open {
			continue
		}
		if s, order, ok := x.solved(child); ok && s == x.answer && (!found || order < minimum) {
			best, minimum, found = m, order, true
		}
	}
	x.steps[i].Move = best
	needs := x.need(p.Play(best))
	x.steps[i].needs = needs
}

// rank gives the steps of a win their ranks: 1 more than the highest rank that a step rests on.
func (x *extractor) rank() {
	if x.answer != won {
		return
	}
	rising := make([]int, len(x.steps))
	for i := range rising {
		rising[i] = i
	}
	slices.SortFunc(rising, func(a, b int) int { return int(x.steps[a].order) - int(x.steps[b].order) })
	for _, i := range rising {
		highest := uint32(0)
		for _, needed := range x.steps[i].needs {
			highest = max(highest, x.steps[needed].Rank)
		}
		x.steps[i].Rank = highest + 1
	}
}

// principal returns the line of a certificate from p on, its root with Black as the attacker. The side that has the
// choice plays its moves; in a win the other side plays the reply that lasts longest. The line ends before a position
// without an entry, and before a repetition.
func principal(p board.Position, c *certificate.Certificate) (moves []board.Move) {
	for seen := map[board.Position]bool{}; !seen[p]; {
		seen[p] = true
		entry, ok := c.Find(p)
		m := entry.Move
		if p.Turn != c.Chooser() {
			m, ok = stubborn(p, c)
		}
		if !ok {
			break
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

// stubborn returns the move of p to the entry of highest rank, and false if no move leads to an entry.
func stubborn(p board.Position, c *certificate.Certificate) (best board.Move, found bool) {
	var list board.MoveList
	p.Moves(&list)
	highest := uint32(0)
	for _, m := range list.Slice() {
		if entry, ok := c.Find(p.Play(m)); ok && (!found || entry.Rank > highest) {
			best, highest, found = m, entry.Rank, true
		}
	}
	return best, found
}
