package proof

import (
	"context"
	"math/bits"
	"unsafe"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// closure searches for the least fixpoint on demand (Liu and Smolka 1998): each position counts as not won until it is
// proven. With Black to move all replies are wanted, with White to move one chosen reply. If that reply turns out to be
// won, another is chosen. When nothing is left to do, the positions that are not won are a closed set. Each position
// becomes won once at most, so that the time is linear in the size of the set. It suits endings with kings.
type closure struct {
	positions
	wonAt      []uint32 // by position: the rank of the win, 0 if it is not won
	dependents []uint32 // by position: the first link, plus 1
	links      []dependent
	fresh      []uint32 // positions that became won and whose dependents do not know it
	settled    int      // positions with smaller numbers have been settled once
	wins       uint32
	examined   uint64

	limits   sizes
	leaves   *leaves
	estimate *estimator
	moves    board.MoveList
}

// dependent is a position that has to be settled again when another one becomes won, and the next link plus 1.
type dependent struct{ position, next uint32 }

// closureBytes is the memory of a position: its key, slots, rank, links and the list of fresh wins.
const closureBytes = 12 + 16 + 4 + 4 + 8*edgesAPosition + 4

// newClosure returns an empty closure that takes this number of bytes.
func newClosure(l *leaves, e *estimator, bytes int) *closure {
	maximum := max(bytes/closureBytes, board.MaxMoves+1)
	return &closure{
		positions: newPositions(maximum), leaves: l, estimate: e,
		wonAt: make([]uint32, 0, maximum), dependents: make([]uint32, 0, maximum),
		links:  make([]dependent, 0, edgesAPosition*maximum),
		limits: sizes{positions: maximum, edges: edgesAPosition * maximum},
	}
}

// begin empties the closure and makes p its root, the position with the number 0.
func (c *closure) begin(p board.Position) {
	c.positions.clear()
	c.wonAt, c.dependents, c.links, c.fresh = c.wonAt[:0], c.dependents[:0], c.links[:0], c.fresh[:0]
	c.settled, c.wins, c.examined = 0, 0, 0
	c.want(p)
}

// want adds p and returns its number.
func (c *closure) want(p board.Position) uint32 {
	c.wonAt = append(c.wonAt, 0)
	c.dependents = append(c.dependents, 0)
	return c.add(p)
}

// full reports whether the memory is used up.
func (c *closure) full() bool {
	return len(c.keys)+board.MaxMoves > c.limits.positions || len(c.links)+board.MaxMoves > c.limits.edges
}

// search works until the root is solved, until this number of positions has been examined, until the memory is used up, or
// until ctx ends. It returns the state of the root.
func (c *closure) search(ctx context.Context, examined uint64) state {
	for step := 0; c.examined < examined && !c.full(); step++ {
		if step%checkInterval == 0 {
			if yield.Point(); ctx.Err() != nil {
				break
			}
		}
		switch {
		case c.wonAt[0] != 0:
			return won
		case len(c.fresh) > 0:
			last := len(c.fresh) - 1
			number := c.fresh[last]
			c.fresh = c.fresh[:last]
			c.inform(number)
		case c.settled < len(c.keys):
			c.settled++
			c.settle(uint32(c.settled - 1))
		default:
			return lost
		}
	}
	return open
}

// win notes that a position is won.
func (c *closure) win(number uint32) {
	c.wins++
	c.wonAt[number] = c.wins
	c.fresh = append(c.fresh, number)
}

// inform settles the positions again that depend on a position that became won.
func (c *closure) inform(number uint32) {
	for next := c.dependents[number]; next != 0; {
		link := c.links[next-1]
		next = link.next
		c.settle(link.position)
	}
}

// depend makes a position a dependent of another one.
func (c *closure) depend(number, on uint32) {
	c.links = append(c.links, dependent{number, c.dependents[on]})
	c.dependents[on] = uint32(len(c.links))
}

// settle decides what a position, which is not known, needs of its children.
func (c *closure) settle(number uint32) {
	if c.wonAt[number] != 0 {
		return
	}
	p := c.keys[number].position()
	p.Moves(&c.moves)
	if p.Turn == board.Black {
		c.settleAttack(number, p)
	} else {
		c.settleDefence(number, p)
	}
}

// stateOf returns the state of a position, and its number if the closure holds it. A position of the closure that is
// not won is open.
func (c *closure) stateOf(p board.Position) (s state, number uint32, found bool) {
	if number, found = c.find(p); !found {
		c.examined++
		return c.leaves.known(p), 0, false
	}
	if c.wonAt[number] != 0 {
		return won, number, true
	}
	return open, number, true
}

// settleAttack settles a position with Black to move. It is won if a child is; otherwise it wants all children.
func (c *closure) settleAttack(number uint32, p board.Position) {
	for _, m := range c.moves.Slice() {
		if s, _, _ := c.stateOf(p.Play(m)); s == won {
			c.win(number)
			return
		}
	}
	for _, m := range c.moves.Slice() {
		child := p.Play(m)
		s, on, found := c.stateOf(child)
		if s != open {
			continue
		}
		if !found {
			on = c.want(child)
		}
		c.depend(number, on)
	}
}

// settleDefence settles a position with White to move. White chooses a reply that is known to be no win, else one that
// is wanted already, else the one with the least evaluation for the attacker. Without a reply the position is won.
func (c *closure) settleDefence(number uint32, p board.Position) {
	var reply board.Position
	minimum := 2 * eval.Bound // no reply yet; a reply that is wanted already has the score -eval.Bound
	for _, m := range c.moves.Slice() {
		child := p.Play(m)
		s, _, found := c.stateOf(child)
		switch {
		case s == lost:
			return
		case s == won:
			continue
		}
		score := -eval.Bound
		if !found {
			score = c.estimate.score(child)
		}
		if score < minimum {
			reply, minimum = child, score
		}
	}
	if minimum > eval.Bound {
		c.win(number)
		return
	}
	on, found := c.find(reply)
	if !found {
		on = c.want(reply)
	}
	c.depend(number, on)
}

// solved returns the state of a position in the answer to the root: what is not won is lost, if the set is closed.
func (c *closure) solved(p board.Position) (s state, rank uint32, found bool) {
	number, found := c.find(p)
	switch {
	case !found:
		return open, 0, false
	case c.wonAt[number] != 0:
		return won, c.wonAt[number], true
	case c.wonAt[0] != 0:
		return open, 0, true
	}
	return lost, 0, true
}

// key is a position in 12 bytes. If White is to move, all empty squares are marked as kings. No collision is possible:
// two positions are the same if and only if their keys are.
type key struct{ black, white, kings board.Bitboard }

// keyOf returns the key of p.
func keyOf(p board.Position) key {
	k := key{p.Black, p.White, p.Kings}
	if p.Turn == board.White {
		k.kings |= p.Empty()
	}
	return k
}

// position returns the position with the key k.
func (k key) position() board.Position {
	p := board.Position{Black: k.black, White: k.white, Kings: k.kings & (k.black | k.white)}
	if p.Kings != k.kings {
		p.Turn = board.White
	}
	return p
}

// positions is a set of positions, numbered from 0 in the order in which they came. It is an open-addressing table with
// linear probing. The upper half of a slot holds the upper half of the hash, the lower half the number of a position plus
// 1; the whole key decides.
type positions struct {
	keys  []key
	slots []uint64
}

const (
	minSlots = 1 << 12
	halfBits = 32 // of a slot
)

// newPositions returns an empty set for up to this number of positions. The system provides the memory when it is used.
func newPositions(maximum int) positions {
	return positions{keys: memory.Slice[key](maximum)[:0], slots: make([]uint64, minSlots)}
}

// clear takes all positions out.
func (s *positions) clear() {
	s.keys = s.keys[:0]
	if len(s.slots) > minSlots {
		s.slots = make([]uint64, minSlots)
		return
	}
	clear(s.slots)
}

// slotOf returns the first slot of a hash. The high bits of the hash choose it.
func (s *positions) slotOf(hash uint64) int {
	return int(hash >> (64 - bits.TrailingZeros(uint(len(s.slots)))))
}

// fetch tells the CPU that the first slot of a hash will be read soon.
func (s *positions) fetch(hash uint64) { memory.Fetch(unsafe.Pointer(&s.slots[s.slotOf(hash)])) }

// find returns the number of p, and false if the set does not hold p.
func (s *positions) find(p board.Position) (number uint32, found bool) {
	return s.findHashed(p, p.Hash())
}

// findHashed finds p, whose hash is known.
func (s *positions) findHashed(p board.Position, hash uint64) (number uint32, found bool) {
	k := keyOf(p)
	for i := s.slotOf(hash); ; i = (i + 1) & (len(s.slots) - 1) {
		slot := s.slots[i]
		if slot == 0 {
			return 0, false
		}
		if slot>>halfBits == hash>>halfBits {
			if number = uint32(slot) - 1; s.keys[number] == k {
				return number, true
			}
		}
	}
}

// add adds p, which the set does not hold, and returns its number.
func (s *positions) add(p board.Position) uint32 {
	if s.crowded() {
		s.grow()
	}
	s.keys = append(s.keys, keyOf(p))
	s.enter(p.Hash(), uint64(len(s.keys)))
	return uint32(len(s.keys) - 1)
}

// crowded reports whether the slots have no room for one more position.
func (s *positions) crowded() bool {
	const fullest = 3 // quarters of the slots
	return 4*len(s.keys) >= fullest*len(s.slots)
}

// enter writes a hash and a number plus 1 into the first empty slot.
func (s *positions) enter(hash, next uint64) {
	i := s.slotOf(hash)
	for s.slots[i] != 0 {
		i = (i + 1) & (len(s.slots) - 1)
	}
	s.slots[i] = hash>>halfBits<<halfBits | next
}

// grow doubles the number of slots. A slot holds the part of the hash that chooses the new one, so that the old slots are
// read and the new ones are written in their order.
func (s *positions) grow() {
	old := s.slots
	s.slots = memory.Slice[uint64](2 * len(old))
	for _, slot := range old {
		if slot != 0 {
			s.enter(slot, slot&(1<<halfBits-1))
		}
	}
}

// enterAll fills the slots anew from the keys, with room for one more.
func (s *positions) enterAll() {
	for s.crowded() {
		s.slots = memory.Slice[uint64](2 * len(s.slots))
	}
	clear(s.slots)
	for i, k := range s.keys {
		s.enter(k.position().Hash(), uint64(i+1))
	}
}
