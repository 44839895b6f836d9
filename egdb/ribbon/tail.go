package ribbon

import "math/bits"

const (
	tailWords = 4
	tailKeys  = tailWords * wordBits // at most
	tailSeeds = 256
	tailGuard = wordBytes          // at least, to load words that begin before a column
	tailStep  = 0x9e3779b97f4a7c15 // between the words of an equation
)

// tail has the keys that are too few for a layer: a system of as many slots as
// keys, rounded up to bytes, in which an equation spans all slots. It wastes
// no slots, but about two seeds of three have no solution.
type tail struct {
	seed  uint64
	bytes int    // of a column; zero if there are no keys
	cells []byte // column after column, after tailGuard other bytes
}

// span is the coefficients of an equation of the tail.
type span [tailWords]uint64

// hash returns the hash that stands for the last layer's in the tail.
func (t *tail) hash(hash uint64) uint64 { return mix(hash + t.seed) }

// span returns the equation of a hash of the tail.
func (t *tail) span(hash uint64) (s span) {
	for i := range s {
		rest := t.bytes*8 - i*wordBits
		if rest <= 0 {
			break
		}
		s[i] = mix(hash + uint64(i+1)*tailStep)
		if rest < wordBits {
			s[i] &= 1<<rest - 1
		}
	}
	return s
}

// sum returns the value's bit of a column.
func (t *tail) sum(s *span, column int) uint64 {
	cells := t.cells[tailGuard+column*t.bytes:]
	var sum uint64
	whole := t.bytes / wordBytes
	for i := range whole {
		sum ^= s[i] & word(cells, i)
	}
	if over := t.bytes % wordBytes; over > 0 {
		// A word that ends where the column does: nothing need follow it.
		last := word(t.cells[tailGuard-wordBytes+(column+1)*t.bytes:], 0)
		sum ^= s[whole] & (last >> (wordBits - over*8))
	}
	return parity(sum)
}

// dense is the system of equations of a tail in echelon form.
type dense [tailKeys]struct {
	span  span
	value uint16
}

// insert adds an equation and says whether it does not contradict the others.
func (d *dense) insert(s span, value uint16) bool {
	for i := range s {
		for s[i] != 0 {
			row := &d[i*wordBits+bits.TrailingZeros64(s[i])]
			if row.span == (span{}) {
				row.span, row.value = s, value
				return true
			}
			for j := range s {
				s[j] ^= row.span[j]
			}
			value ^= row.value
		}
	}
	return value == 0
}

// solve writes the columns.
func (d *dense) solve(width, bytes int, cells []byte) {
	for column := range width {
		var bitsOf span
		for slot := bytes*8 - 1; slot >= 0; slot-- {
			row := &d[slot]
			sum := uint64(row.value >> column & 1)
			for i, c := range row.span {
				sum ^= parity(c & bitsOf[i])
			}
			bitsOf[slot/wordBits] |= sum << (slot % wordBits)
			cells[column*bytes+slot/8] |= byte(sum << (slot % 8))
		}
	}
}
