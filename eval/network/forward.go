package network

import (
	"math/bits"
	"sync"

	"github.com/zonda-checkers/zonda/board"
)

// Words of 64 bits hold four columns, which are added at once. A packed word is the sum of its columns, each times a
// power of 2 to the 16: a negative column borrows from the one above it. Sums of packed words are right as long as
// each column's sum fits 16 bits, which Network checks. In the words of the biases each column has laneOffset more,
// so that in the end no column is negative and each can be read alone.
const (
	wordLanes  = 4
	laneBits   = 16
	laneOffset = 1 << (laneBits - 1)
	blockWords = 8 // words that are added up in registers at once
	blockLanes = blockWords * wordLanes
)

// block holds some packed columns of all rows.
type block struct {
	bias [blockWords]uint64
	rows [tableRows + 1][blockWords]uint64
}

// pack makes what forwardGo reads: the rows of the table, which have width columns, as packed words. The first row is
// that of the biases.
func (t *table) pack(width int) {
	t.blocks, t.squares = make([]block, width/blockLanes), squares()
	for i, column := range t.rows[:(1+tableRows+1)*width] {
		row, b := i/width, &t.blocks[i%width/blockLanes]
		words := &b.bias
		if row > 0 {
			words = &b.rows[row-1]
		}
		number := int64(column)
		if row == 0 {
			number += laneOffset
		}
		words[i%blockLanes/wordLanes] += uint64(number) << (i % wordLanes * laneBits)
	}
}

// words are packed columns in blocks.
type words [][blockWords]uint64

// forward returns the sum of the second layer, with weights of the side to move and the bucket. It changes the columns
// to those of p, unless c is nil.
func (t *table) forward(c *columns, p board.Position, weights []int16) int32 {
	if accelerated {
		return t.forwardAssembly(c, p, weights)
	}
	return t.forwardGo(c, p, weights)
}

// forwardAssembly is forward in assembly.
func (t *table) forwardAssembly(c *columns, p board.Position, weights []int16) int32 {
	const numberBytes = 2
	from, to := &t.rows[0], (*int16)(nil)
	if c != nil {
		to = &c.numbers[0]
	} else {
		c = new(columns)
	}
	if !c.update(p) {
		from = to
	}
	removed, added := &c.removed, &c.added
	if wide && len(weights)%wideStep == 0 {
		return forwardWide(&t.rows[len(weights)], &weights[0], from, to, &removed.numbers[0], int32(removed.count),
			&added.numbers[0], int32(added.count), int32(len(weights)*numberBytes))
	}
	return forwardRows(&t.rows[len(weights)], &weights[0], from, to, &removed.numbers[0], int32(removed.count),
		&added.numbers[0], int32(added.count), int32(len(weights)*numberBytes))
}

// forwardGo is forward for CPUs without assembly.
func (t *table) forwardGo(c *columns, p board.Position, weights []int16) (sum int32) {
	keep := c != nil
	if !keep {
		c = new(columns)
	}
	fresh := c.update(p)
	for i := range t.blocks {
		b := &t.blocks[i]
		var own [blockWords]uint64
		from, to := &b.bias, &own
		if keep {
			to = &c.words[i]
		}
		if !fresh {
			from = to
		}
		b.change(to, from, c.removed.rows(), c.added.rows())
		sum += t.weigh(to, (*[blockLanes]int16)(weights[i*blockLanes:]))
	}
	return sum
}

// maxRows is room for the rows of all tiles, of 24 kings, and of 12 threatened pieces: a power of two, so that the compiler
// leaves out checks of bounds.
const maxRows = 64

// rowList is a list of numbers of rows.
type rowList struct {
	numbers [maxRows]uint16
	count   int
}

// rows returns the numbers in the list.
func (l *rowList) rows() []uint16 { return l.numbers[:l.count] }

// takeTiles appends the rows of some tiles, given by their spare bits, in their states.
func (l *rowList) takeTiles(states, tiles uint64) {
	count := l.count
	for ; tiles != 0; tiles &= tiles - 1 {
		t := &tileRows[bits.TrailingZeros64(tiles)%len(tileRows)]
		l.numbers[count&(maxRows-1)] = t.first + uint16(states>>(t.shift%64))&t.mask
		count++
	}
	l.count = count
}

// take appends the rows of p for some kings and threatened pieces.
func (l *rowList) take(p board.Position, kings, threats board.Bitboard) {
	white := p.White
	for ; kings != 0; kings &= kings - 1 {
		s := kings.First() % board.Squares
		l.put(kingRows + int(s)*sideRows + int(white>>s&1))
	}
	for ; threats != 0; threats &= threats - 1 {
		s := threats.First() % board.Squares
		l.put(threatRows + int(s)*kinds + int(white>>s&1)*sideRows + int(p.Kings>>s&1))
	}
}

// put appends a row.
func (l *rowList) put(row int) {
	l.numbers[l.count&(maxRows-1)] = uint16(row)
	l.count++
}

// fill appends the row of zeros until the list has count rows.
func (l *rowList) fill(count int) {
	for l.count < count {
		l.put(tableRows)
	}
}

// change writes to the words to the words from, less the rows removed, plus the rows added. A function of its own
// keeps all sums in registers.
func (b *block) change(to, from *[blockWords]uint64, removed, added []uint16) {
	s0, s1, s2, s3, s4, s5, s6, s7 := from[0], from[1], from[2], from[3], from[4], from[5], from[6], from[7]
	for _, row := range removed {
		r := &b.rows[row%uint16(len(b.rows))]
		s0 -= r[0]
		s1 -= r[1]
		s2 -= r[2]
		s3 -= r[3]
		s4 -= r[4]
		s5 -= r[5]
		s6 -= r[6]
		s7 -= r[7]
	}
	for _, row := range added {
		r := &b.rows[row%uint16(len(b.rows))]
		s0 += r[0]
		s1 += r[1]
		s2 += r[2]
		s3 += r[3]
		s4 += r[4]
		s5 += r[5]
		s6 += r[6]
		s7 += r[7]
	}
	to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7] = s0, s1, s2, s3, s4, s5, s6, s7
}

// weigh returns the sum of the second layer for a block. A function of its own without a loop is a quarter faster.
func (t *table) weigh(c *[blockWords]uint64, w *[blockLanes]int16) int32 {
	s := t.squares
	sum := s.four(c[0], (*[wordLanes]int16)(w[0:]))
	sum += s.four(c[1], (*[wordLanes]int16)(w[4:]))
	sum += s.four(c[2], (*[wordLanes]int16)(w[8:]))
	sum += s.four(c[3], (*[wordLanes]int16)(w[12:]))
	sum += s.four(c[4], (*[wordLanes]int16)(w[16:]))
	sum += s.four(c[5], (*[wordLanes]int16)(w[20:]))
	sum += s.four(c[6], (*[wordLanes]int16)(w[24:]))
	sum += s.four(c[7], (*[wordLanes]int16)(w[28:]))
	return sum
}

// squareTable holds the square of the activation for each sum of a column, with laneOffset more.
type squareTable [1 << laneBits]uint16

// four returns the weighted sum of the squares of the four columns of a word.
func (s *squareTable) four(word uint64, w *[wordLanes]int16) int32 {
	return int32(s[uint16(word)])*int32(w[0]) +
		int32(s[uint16(word>>laneBits)])*int32(w[1]) +
		int32(s[uint16(word>>(2*laneBits))])*int32(w[2]) +
		int32(s[word>>(3*laneBits)])*int32(w[3])
}

// squares returns the one table of squares.
var squares = sync.OnceValue(func() *squareTable {
	var list squareTable
	for i := range list {
		activation := min(max(i-laneOffset, 0), inputUnit)
		list[i] = uint16(activation * activation)
	}
	return &list
})
