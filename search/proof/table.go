package proof

import (
	"math/bits"
	"unsafe"

	"github.com/zonda-checkers/zonda/board"
)

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

// table holds what the depth-first search knows of positions. Its size is fixed: an entry takes the place of another
// one that had less work. Keys are exact, so an entry is never taken for that of another position.
type table struct {
	buckets []bucket
	share   uint64 // buckets for each value of a key's high part
}

// bucket is a line of the CPU's cache.
type bucket [4]entry

// entry is a position's key and its packed record. The record of an empty entry is 0.
type entry struct{ low, record uint64 }

// smallestTable is the memory of the smallest table in bytes: a bucket for each value of a key's high part.
const smallestTable = int(unsafe.Sizeof(bucket{})) << highBits

// newTable returns an empty table of up to this number of bytes, but not less than smallestTable.
func newTable(bytes int) table {
	share := max(1, bytes/smallestTable)
	return table{buckets: make([]bucket, share<<highBits), share: uint64(share)}
}

// clear takes all entries out.
func (t *table) clear() { clear(t.buckets) }

// entries returns the number of entries that the table has room for.
func (t *table) entries() int { return len(t.buckets) * len(bucket{}) }

// record is what is known of a position.
type record struct {
	numbers deepNumbers
	move    uint8 // the place of the best move in the list of moves
	work    uint8 // the binary logarithm of the visits of the position and the positions below it
	place   uint8 // the least number of king moves in a row after which the position was met
}

// The bits of a packed record.
const (
	deepBits  = 20
	moveBits  = 7 // board.MaxMoves is 1 << moveBits
	workBits  = 5
	placeBits = 6

	deepMask = 1<<deepBits - 1
)

// packed returns the record as one number, which is not 0, because one of the two numbers is not.
func (r record) packed() uint64 {
	x := uint64(r.place)
	x = x<<workBits | uint64(r.work)
	x = x<<moveBits | uint64(r.move)
	x = x<<deepBits | uint64(r.numbers[board.White])
	return x<<deepBits | uint64(r.numbers[board.Black])
}

// unpacked returns the record that was packed.
func unpacked(x uint64) (r record) {
	r.numbers = deepNumbers{uint32(x & deepMask), uint32(x >> deepBits & deepMask)}
	x >>= 2 * deepBits
	r.move = uint8(x & (1<<moveBits - 1))
	r.work = workOf(x >> moveBits)
	r.place = uint8(x >> (moveBits + workBits))
	return r
}

// workOf returns the work in the lowest bits of a number.
func workOf(x uint64) uint8 { return uint8(x & (1<<workBits - 1)) }

// bucketOf returns the bucket of a key. The high part of the key follows from the bucket and the low part.
func (t *table) bucketOf(k exactKey) *bucket {
	within, _ := bits.Mul64(k.low, t.share)
	return &t.buckets[uint64(k.high)*t.share+within]
}

// get returns the record of a position, and false if there is none.
func (t *table) get(k exactKey) (record, bool) {
	for _, e := range t.bucketOf(k) {
		if e.low == k.low && e.record != 0 {
			return unpacked(e.record), true
		}
	}
	return record{}, false
}

// put keeps the record of a position, in its own entry or in the one of its bucket with the least work.
func (t *table) put(k exactKey, r record) {
	b := t.bucketOf(k)
	place := 0
	for i, e := range b {
		if e.low == k.low || e.record == 0 {
			place = i
			break
		}
		if workOf(e.record>>(2*deepBits+moveBits)) < workOf(b[place].record>>(2*deepBits+moveBits)) {
			place = i
		}
	}
	b[place] = entry{k.low, r.packed()}
}
