package proof

import (
	"math/bits"
	"unsafe"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/memory"
)

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
	fewestSlots = 1 << 12
	halfBits    = 32 // of a slot
)

// newPositions returns an empty set for up to this number of positions. The system provides the memory when it is used.
func newPositions(most int) positions {
	return positions{keys: memory.Slice[key](most)[:0], slots: make([]uint64, fewestSlots)}
}

// clear takes all positions out.
func (s *positions) clear() {
	s.keys = s.keys[:0]
	if len(s.slots) > fewestSlots {
		s.slots = make([]uint64, fewestSlots)
		return
	}
	clear(s.slots)
}

// slotOf returns the first slot of a hash. The high bits of the hash choose it.
func (s *positions) slotOf(hash uint64) int {
	return int(hash >> (64 - bits.TrailingZeros(uint(len(s.slots)))))
}

// fetch tells the processor that the first slot of a hash will be read soon.
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
	const fullest = 3 // quarters of the slots
	if 4*len(s.keys) >= fullest*len(s.slots) {
		s.grow()
	}
	s.keys = append(s.keys, keyOf(p))
	s.enter(p.Hash(), uint64(len(s.keys)))
	return uint32(len(s.keys) - 1)
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

// enterAll fills the slots anew from the keys.
func (s *positions) enterAll() {
	clear(s.slots)
	for i, k := range s.keys {
		s.enter(k.position().Hash(), uint64(i+1))
	}
}
