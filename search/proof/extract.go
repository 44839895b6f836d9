package proof

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
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
	best, least, found := board.Move{}, uint32(0), false
	for _, m := range moves.Slice() {
		child := p.Play(m)
		if s := x.leaves.known(child); s == x.answer {
			x.steps[i].Move = m
			return
		} else if s != open {
			continue
		}
		if s, order, ok := x.solved(child); ok && s == x.answer && (!found || order < least) {
			best, least, found = m, order, true
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

// state is what is known of a position: whether the attacker, Black, can force a win.
type state uint8

const (
	open state = iota
	won
	lost // for the attacker: the position is a draw or a win for White
)

// answer returns the state as the answer to a question.
func (s state) answer() Answer {
	switch s {
	case won:
		return Yes
	case lost:
		return No
	}
	return Unknown
}

// leaves gives the values of positions at which a line ends.
type leaves struct {
	databases search.Databases // nil for none
	pieces    int              // only positions of up to this number of pieces are asked for
	bounds    search.Bounds    // nil for none
}

// known returns the state of a position that needs no search: a game that is over, or a position of few pieces that
// the databases know.
func (l *leaves) known(p board.Position) state {
	switch {
	case p.Black == 0:
		return lost
	case p.White == 0:
		return won
	case !p.HasMove():
		return stateOf(p.Turn == board.White)
	case p.Pieces() > l.pieces:
		return l.bounded(p)
	}
	value := l.databases.Probe(p)
	if value == board.Unknown {
		return open
	}
	return stateOf(certificate.KnownWin(p, board.Black, value))
}

// bounded returns the state of a position that follows from the bounds of its value.
func (l *leaves) bounded(p board.Position) state {
	if l.bounds == nil {
		return open
	}
	if fewest, most := l.bounds.BoundedPieces(); p.Pieces() < fewest || p.Pieces() > most {
		return open
	}
	low, high := l.bounds.Bounds(p)
	if p.Turn == board.White {
		low, high = high.Opposite(), low.Opposite()
	}
	switch {
	case low == board.Win:
		return won
	case high < board.Win:
		return lost
	}
	return open
}

// stateOf returns won or lost.
func stateOf(win bool) state {
	if win {
		return won
	}
	return lost
}

// limited is a set of databases of which only positions of up to this number of pieces are used.
type limited struct {
	search.Databases
	pieces int
}

// Pieces returns the largest number of pieces of a position that is asked for.
func (l limited) Pieces() int { return l.pieces }

// ProbeStored returns the stored value of p, Unknown if p has too many pieces.
func (l limited) ProbeStored(p board.Position) board.Result {
	if p.Pieces() > l.pieces {
		return board.Unknown
	}
	return l.Databases.ProbeStored(p)
}

// Probe returns the value of p, Unknown if p has too many pieces.
func (l limited) Probe(p board.Position) board.Result {
	if p.Pieces() > l.pieces {
		return board.Unknown
	}
	return l.Databases.Probe(p)
}

// decisive returns the state of a child that decides the node of the side to move.
func decisive(turn board.Color) state { return stateOf(turn == board.Black) }

// expand adds the children of a leaf to the graph. If the children decide the leaf, it is solved. The caller
// calculates its numbers otherwise.
func (g *graph) expand(number uint32) {
	n := &g.nodes[number]
	n.first = uint32(len(g.edges))
	n.flags |= expanded
	g.expansions++
	children, decided := g.look(number)
	switch {
	case decided != nil:
		if decided.found { // collect follows the edge
			g.edges = append(g.edges, decided.number)
			n.edges = 1
		}
		g.settle(n, decided.state)
	default:
		g.link(number, children)
	}
	g.full = len(g.nodes)+board.MaxMoves > g.limits.positions || len(g.edges)+board.MaxMoves > g.limits.edges
}

// look fills g.children with the positions after the moves of a node. It stops at the first child that decides the
// node.
func (g *graph) look(number uint32) (children []child, decided *child) {
	p := g.keys[number].position()
	aim := decisive(p.Turn)
	p.Moves(&g.moves)
	children = g.children[:g.moves.Len()]
	for i, m := range g.moves.Slice() {
		c := &children[i]
		c.position = p.Play(m)
		c.hash = c.position.Hash()
		g.fetch(c.hash)
	}
	for i := range children {
		c := &children[i]
		if c.number, c.found = g.findHashed(c.position, c.hash); c.found {
			c.state = g.nodes[c.number].state()
		} else {
			c.state = g.leaves.known(c.position)
			g.examined++
		}
		if c.state == aim {
			return nil, c
		}
	}
	return children, nil
}

// link makes edges to the children, new leaves among them. Children that are known at once get no edge.
func (g *graph) link(number uint32, children []child) {
	undecided := false
	for i := range children {
		c := &children[i]
		undecided = undecided || c.state == open
		if !c.found {
			if c.state != open {
				continue
			}
			c.number = g.leaf(c.position)
		}
		g.edges = append(g.edges, c.number)
	}
	n := &g.nodes[number]
	n.edges = uint8(uint32(len(g.edges)) - n.first)
	if !undecided {
		g.settle(n, opposite(decisive(n.turn())))
	}
}

// opposite returns the other answer.
func opposite(s state) state { return won + lost - s }
