package eval

import (
	"encoding/binary"
	"math/bits"

	"github.com/zonda-checkers/zonda/engine/board"
)

// pattern is a group of twelve squares: three rows, or six rows of two columns. Every way in
// which men can stand on them has weights of its own; kings are not seen, for what they
// are worth changes with every move. A pattern is seen as heuristics are, by the side
// that moves down the board: White's are those of the mirrored position.
type pattern struct {
	name    string
	squares board.Bitboard
}

var patterns = [...]pattern{
	{"rows 1-3", 0x00000FFF},
	{"rows 2-4", 0x0000FFF0},
	{"rows 3-5", 0x000FFF00},
	{"left wing", 0x00333333},
	{"right wing", 0x00CCCCCC},
	{"middle", 0x00666666},
}

const (
	patternSquares = 12
	patternStates  = 3      // of a square: without a man, with an own man, with an enemy man
	patternEntries = 531441 // patternStates to the power of patternSquares
)

// threes gives, for a set of squares, the number with a digit 1 to the base of 3 for each.
var threes = func() (table [1 << patternSquares]uint32) {
	for set := range table {
		power := uint32(1)
		for rest := set; rest != 0; rest >>= 1 {
			table[set] += uint32(rest&1) * power
			power *= patternStates
		}
	}
	return table
}()

// entries are the entries of one side, one for each pattern.
type entries [len(patterns)]uint32

// entriesOf finds the entries for men that move down the board.
func entriesOf(own, foe uint32) entries {
	return entries{
		entry(own, foe),
		entry(own>>4, foe>>4),
		entry(own>>8, foe>>8),
		entry(pairs(own), pairs(foe)),
		entry(pairs(own>>2), pairs(foe>>2)),
		entry(pairs(own>>1), pairs(foe>>1)),
	}
}

// entry returns the number whose digits are what stands on the lowest twelve squares.
func entry(own, foe uint32) uint32 {
	const mask = 1<<patternSquares - 1
	return threes[own&mask] + 2*threes[foe&mask]
}

// pairs returns the lower two squares of every row, those of the first six rows in the
// lowest twelve bits.
func pairs(b uint32) uint32 {
	b &= 0x33333333
	b = (b | b>>2) & 0x0F0F0F0F
	b = (b | b>>4) & 0x00FF00FF
	return b | b>>8
}

// locate returns the entries of both sides.
func locate(p board.Position) (black, white entries) {
	b, w := uint32(p.Men(board.Black)), uint32(p.Men(board.White))
	return entriesOf(b, w), entriesOf(bits.Reverse32(w), bits.Reverse32(b))
}

// pair is the weights of an entry, in units of LearnedUnit: with all pieces on the board and
// with few.
type pair struct{ early, late int32 }

// look returns the weights of an entry of a table.
func look(table []byte, entry uint32) pair {
	both := binary.LittleEndian.Uint32(table[entryBytes*entry:])
	return pair{int32(int16(both)), int32(int16(both >> 16))}
}

// entryBytes is the size of an entry: two numbers of 16 bits, little-endian.
const entryBytes = 4
