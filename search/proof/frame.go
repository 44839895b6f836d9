package proof

import (
	"context"
	"math/bits"

	"github.com/zonda-checkers/zonda/board"
)

// frame is a position of the line of a depth-first search.
type frame struct {
	position board.Position
	key      key
	exactKey exactKey
	base     int // ply of the first position of the run of king moves
	children []deepChild
	listed   []key // the refuted positions whose deepest supposition is this one

	numbers deepNumbers
	best    int    // the child to search, or the one that decides
	second  uint32 // the second least number of the side to move
	open    uint32 // children that the side to move can still choose
	mask    uint64 // the places that a refutation supposes
}

// deepChild is a position one move below a frame's position.
type deepChild struct {
	position   board.Position
	key        key
	exactKey   exactKey
	numbers    deepNumbers
	mask       uint64
	settled    bool // the numbers no longer change while the frame is part of the line
	reversible bool // a king moves, without a capture
	tooFar     bool // behind the last place of the run
}

// look finds the children of the position at a ply, and what is known of them. It reports whether one of them was met
// earlier in its run of king moves than it is met now.
func (d *depthFirst) look(ply int) (earlier bool) {
	f := d.frames[ply]
	f.children = f.children[:0]
	f.position.Moves(&d.moves)
	for _, m := range d.moves.Slice() {
		p := f.position.Play(m)
		c := deepChild{position: p, reversible: !f.position.Irreversible(m)}
		if s := d.leaves.known(p); s != open {
			c.numbers, c.settled = deepNumbersOf(s), true
		} else {
			c.key, c.exactKey = keyOf(p), exactKeyOf(p)
			c.numbers[board.Black], c.numbers[board.White] = d.guess(p)
			earlier = d.examine(ply, &c) || earlier
		}
		f.children = append(f.children, c)
		if c.numbers[f.position.Turn] == 0 && c.mask == 0 { // the side to move has what it wants
			return false
		}
	}
	return earlier
}

// guess returns the first numbers of a position.
func (d *depthFirst) guess(p board.Position) (proof, disproof uint32) {
	first, second := d.estimate.leaf(p)
	return uint32(first), uint32(second)
}

// lookAgain reads anew what may have changed while a child was searched.
func (d *depthFirst) lookAgain(ply int) {
	f := d.frames[ply]
	for i := range f.children {
		if c := &f.children[i]; !c.settled && c.numbers.state() == open {
			d.examine(ply, c)
		}
	}
}

// examine reads what is known of a child that is not known at once. If nothing is known, its numbers stay. It reports
// whether the child is open and was met earlier in its run than now.
func (d *depthFirst) examine(ply int, c *deepChild) (earlier bool) {
	if c.reversible && d.refutedOnLine(ply, c) {
		c.numbers, c.settled = deepNumbersOf(lost), true
		return false
	}
	place := ply + 1 - d.frames[ply].base
	known, found := d.table.get(c.exactKey)
	if found {
		c.numbers = known.numbers
		if c.numbers.state() != open {
			c.settled = true
			return false
		}
		earlier = c.reversible && int(known.place) < place
	}
	if c.reversible && place > lastPlace {
		c.numbers, c.tooFar = deepNumbers{deepMost, deepMost}, true
	}
	return earlier
}

// refutedOnLine reports whether a child repeats a position of the run, or is refuted under a condition that holds on
// this line. The mask of the child then says what is supposed.
func (d *depthFirst) refutedOnLine(ply int, c *deepChild) bool {
	base := d.frames[ply].base
	for at := ply - 1; at >= base; at -= 2 { // the same side is to move
		if d.frames[at].key == c.key {
			c.mask = 1 << (at - base)
			return true
		}
	}
	s, found := d.supposed[c.key]
	c.mask = s.mask
	return found
}

// combine calculates the numbers of a frame from those of its children, as graph.combine does.
func (d *depthFirst) combine(f *frame) {
	turn := f.position.Turn
	other := turn ^ 1
	f.numbers = deepNumbers{}
	f.best, f.second, f.open, f.mask = 0, deepInfinite, 0, 0
	least, largest := uint32(deepInfinite), uint32(0)
	for i := range f.children {
		c := &f.children[i]
		if c.numbers[other] == 0 {
			f.mask |= c.mask
			continue
		}
		f.open++
		largest = max(largest, c.numbers[other])
		if number := c.numbers[turn]; number < least || f.open == 1 {
			f.best, f.second, least = i, least, number
		} else {
			f.second = min(f.second, number)
		}
	}
	switch {
	case f.open == 0:
		f.numbers[turn] = deepInfinite
	case least == 0:
		f.numbers[other] = deepInfinite
		f.chooseRefutation()
	default:
		f.numbers[turn], f.numbers[other] = least, min(largest+f.open-1, deepMost)
		f.mask = 0
	}
}

// chooseRefutation makes the child that decides the frame the best one: if White is to move, the one that supposes
// least.
func (f *frame) chooseRefutation() {
	f.mask = 0
	if f.position.Turn == board.Black {
		return
	}
	fewest := lastPlace + 2
	for i := range f.children {
		c := &f.children[i]
		if n := bits.OnesCount64(c.mask); c.numbers[board.White] == 0 && n < fewest {
			f.best, f.mask, fewest = i, c.mask, n
		}
	}
}

// secondShare lets the search stay with a child a little longer than it is the best one: until its number is a quarter
// above that of the second child (the 1 + epsilon trick, Pawlewicz and Lew 2006).
const secondShare = 4

// limitsOf returns the limits for the best child of a frame with some limits.
func (f *frame) limitsOf(limits deepNumbers) deepNumbers {
	turn := f.position.Turn
	other := turn ^ 1
	inner := limits
	inner[turn] = min(inner[turn], f.second+f.second/secondShare+1)
	if limits[other] != deepInfinite {
		inner[other] = limits[other] - min(f.open-1, limits[other]-1)
	}
	return inner
}

// exactKey is a position in 81 bits, mixed by a map that can be inverted: two positions are the same if and only if
// their keys are. The high part chooses the bucket of a table and the low part is stored there.
type exactKey struct {
	high uint32 // highBits bits
	low  uint64
}

// The parts of a position before they are mixed: the squares taken, and the colour and the kind of each piece in
// ascending order of the squares, and the side to move.
const (
	pieceBits   = 2 * board.MaxPieces
	squareBits  = board.Squares
	lowKindBits = 64 - squareBits - pieceBits
	highBits    = pieceBits - lowKindBits + 1
)

// exactKeyOf returns the key of p.
func exactKeyOf(p board.Position) exactKey {
	colors, kinds := uint64(0), uint64(0)
	i := 0
	for taken := p.Black | p.White; taken != 0; taken &= taken - 1 {
		square := taken.First()
		colors |= uint64(p.White>>square&1) << i
		kinds |= uint64(p.Kings>>square&1) << i
		i++
	}
	k := exactKey{
		low:  uint64(p.Black|p.White) | colors<<squareBits | kinds<<(squareBits+pieceBits),
		high: uint32(kinds>>lowKindBits) | uint32(p.Turn)<<(highBits-1),
	}
	return k.mixed()
}

// The odd factors of the mix. They are those of SplitMix64 (Steele, Lea and Flood 2014) and the golden ratio.
const (
	firstFactor  = 0xBF58476D1CE4E5B9
	secondFactor = 0x94D049BB133111EB
	goldenFactor = 0x9E3779B97F4A7C15
)

// mixed spreads the bits of a key. Each of its steps can be inverted: the low part is scrambled by itself, then one
// part changes by a function of the other one.
func (k exactKey) mixed() exactKey {
	k.low = scrambled(k.low)
	k.high ^= uint32(k.low >> (64 - highBits))
	k.low = scrambled(k.low ^ uint64(k.high)*goldenFactor)
	return k
}

// The shifts of scrambled.
const (
	firstShift  = 30
	secondShift = 27
	thirdShift  = 31
)

// scrambled returns x mixed, one to one.
func scrambled(x uint64) uint64 {
	x = (x ^ x>>firstShift) * firstFactor
	x = (x ^ x>>secondShift) * secondFactor
	return x ^ x>>thirdShift
}

// replay plays a proof of the alpha-beta search out in the graph: for the winner the move of the alpha-beta search, for
// the other side every move. If each line ends in a known position, the graph has solved the root, with ranks or a
// closed set of its own; nothing rests on the table of the alpha-beta search then. What was expanded stays in the
// graph in any case.
type replay struct {
	ctx     context.Context
	graph   *graph
	tactics *tactics
	winner  state
	nodes   uint64 // of the search for one move of the winner, at most
	limit   uint64 // of positions that alpha-beta visits and the graph examines
}

// The nodes of the search for one move of the winner: one part of replayPart of the nodes that the alpha-beta search has
// visited, but not less than leastReplayNodes. The entries of the table usually answer in far fewer.
const (
	leastReplayNodes = 20_000
	replayPart       = 8
)

// solve reports whether the node n is solved for the winner after the replay of its proof. The moves are the line that
// alpha-beta expects, which may be empty.
func (r *replay) solve(number uint32, moves []board.Move) bool {
	g := r.graph
	if s := g.nodes[number].state(); s != open {
		return s == r.winner
	}
	if g.nodes[number].flags&onPath != 0 || r.ended() {
		return false
	}
	if g.nodes[number].flags&expanded == 0 {
		g.expand(number)
	}
	if g.nodes[number].state() == open {
		g.nodes[number].flags |= onPath
		r.children(number, moves)
		n := &g.nodes[number]
		n.flags &^= onPath
		g.set(n, g.combine(n))
	}
	return g.nodes[number].state() == r.winner
}

// ended reports whether the replay has to end without a result.
func (r *replay) ended() bool {
	return r.graph.full || r.ctx.Err() != nil || r.tactics.visited+r.graph.examined >= r.limit
}

// children replays the proofs of the children of an open, expanded node: of one child if the winner is to move, of all
// children otherwise.
func (r *replay) children(number uint32, moves []board.Move) {
	p := r.graph.keys[number].position()
	if decisive(p.Turn) == r.winner {
		if len(moves) == 0 && !r.ended() {
			moves = r.ask(p)
		}
		if len(moves) == 0 {
			return
		}
		if child, found := r.graph.find(p.Play(moves[0])); found {
			r.solve(child, moves[1:])
		}
		return
	}
	n := r.graph.nodes[number]
	for i := range uint32(n.edges) {
		child := r.graph.edges[n.first+i]
		var rest []board.Move
		if len(moves) > 0 && r.graph.keys[child] == keyOf(p.Play(moves[0])) {
			rest = moves[1:]
		}
		if !r.solve(child, rest) {
			return
		}
	}
}

// ask returns the line that wins for the winner, who is to move in p, by a short alpha-beta search.
func (r *replay) ask(p board.Position) []board.Move {
	nodes := min(r.nodes, r.limit-r.tactics.visited-r.graph.examined)
	if found := r.tactics.search(r.ctx, p, nodes); found.state == r.winner {
		return found.moves
	}
	return nil
}
