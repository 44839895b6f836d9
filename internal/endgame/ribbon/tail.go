package ribbon

import "math/bits"

const (
	tailWords = 4
	tailKeys  = tailWords * wordBits // largest number of keys
	tailSeeds = 256
	tailGuard = wordBytes          // bytes before the columns, so that a word may begin before a column
	tailStep  = 0x9e3779b97f4a7c15 // difference of the hashes for neighbouring words of an equation
)

// tail holds the last keys, which are too few for a layer. It has as many slots as keys, rounded up
// to whole bytes, and an equation spans all slots. About two of three seeds have no solution,
// so several are tried.
type tail struct {
	seed  uint64
	bytes int    // of a column; 0 if there are no keys
	cells []byte // tailGuard other bytes, then column after column
}

// span holds the coefficients of an equation of the tail.
type span [tailWords]uint64

// hash returns the hash of a key in the tail, from the salted hash of the last layer.
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

// sum returns one bit of the value of an equation, from a column.
func (t *tail) sum(s *span, column int) uint64 {
	cells := t.cells[tailGuard+column*t.bytes:]
	var sum uint64
	whole := t.bytes / wordBytes
	for i := range whole {
		sum ^= s[i] & word(cells, i)
	}
	if over := t.bytes % wordBytes; over > 0 {
		// This word ends where the column ends, so that no byte after it is read.
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

// insert adds an equation and reports whether it agrees with the others.
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
