package proof

import "github.com/zonda-checkers/zonda/board"

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
