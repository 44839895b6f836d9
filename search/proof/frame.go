package proof

import (
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
			proof, disproof := d.estimate.leaf(p)
			c.numbers = deepNumbers{uint32(proof), uint32(disproof)}
			earlier = d.examine(ply, &c) || earlier
		}
		f.children = append(f.children, c)
		if c.numbers[f.position.Turn] == 0 && c.mask == 0 { // the side to move has what it wants
			return false
		}
	}
	return earlier
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
	minimum, largest := uint32(deepInfinite), uint32(0)
	for i := range f.children {
		c := &f.children[i]
		if c.numbers[other] == 0 {
			f.mask |= c.mask
			continue
		}
		f.open++
		largest = max(largest, c.numbers[other])
		if number := c.numbers[turn]; number < minimum || f.open == 1 {
			f.best, f.second, minimum = i, minimum, number
		} else {
			f.second = min(f.second, number)
		}
	}
	switch {
	case f.open == 0:
		f.numbers[turn] = deepInfinite
	case minimum == 0:
		f.numbers[other] = deepInfinite
		f.chooseRefutation()
	default:
		f.numbers[turn], f.numbers[other] = minimum, min(largest+f.open-1, deepMost)
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
	minimum := lastPlace + 2
	for i := range f.children {
		c := &f.children[i]
		if n := bits.OnesCount64(c.mask); c.numbers[board.White] == 0 && n < minimum {
			f.best, f.mask, minimum = i, c.mask, n
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
