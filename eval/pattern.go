package eval

import "github.com/zonda-checkers/zonda/engine/board"

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

// threes gives, for a set of squares, the number with a digit 1 to the base of 3 for each. The
// last digit is that of the square farthest down: what changes most between positions that are searched
// one after the other, so that entries used together lie together.
var threes = func() (table [1 << patternSquares]uint32) {
	for set := range table {
		power := uint32(patternEntries)
		for rest := set; rest != 0; rest >>= 1 {
			power /= patternStates
			table[set] += uint32(rest&1) * power
		}
	}
	return table
}()

// sight is the men that a pattern sees, on the lowest twelve squares of each side.
type sight struct{ own, foe sides }

// sights are what all patterns see.
type sights [len(patterns)]sight

// take finds what the patterns see of the men in a view.
func (s *sights) take(v *view) {
	own, foe := v.ownMen, v.foeMen
	s[0].own, s[0].foe = own, foe
	s[1].own, s[1].foe = own>>4, foe>>4
	s[2].own, s[2].foe = own>>8, foe>>8
	s[3].own, s[3].foe = own.pairs(), foe.pairs()
	s[4].own, s[4].foe = (own >> 2).pairs(), (foe >> 2).pairs()
	s[5].own, s[5].foe = (own >> 1).pairs(), (foe >> 1).pairs()
}

// pairs returns the lower two squares of every row of the first six on the lowest twelve
// squares of a side: those of the rows 1, 4, 2, 5, 3 and 6.
func (s sides) pairs() sides {
	s &= 0x00333333 * either
	return s | s>>10
}

// entries returns, for each side, the number whose digits are what stands on the squares.
func (s *sight) entries() (black, white uint32) {
	return entry(s.own, s.foe), entry(s.own>>halfBits, s.foe>>halfBits)
}

func entry(own, foe sides) uint32 {
	const mask = 1<<patternSquares - 1
	return threes[own&mask] + 2*threes[foe&mask]
}

// entries are the entries of one side, one for each pattern.
type entries [len(patterns)]uint32

// entries fills in the entries of both sides.
func (v *view) entries(black, white *entries) {
	var seen sights
	seen.take(v)
	for i := range seen {
		black[i], white[i] = seen[i].entries()
	}
}

// patternTable is the weights of a pattern as they stand in a weights file.
type patternTable [entryBytes * patternEntries]byte

// entryBytes is the size of an entry: a pair, little-endian.
const entryBytes = 4

// pair is the weights of an entry, in units of LearnedUnit: with all pieces on the board, and 65,536
// times that with few. Pairs are added as they are: no sum over the patterns of a position leaves
// 16 bits.
type pair int32

const lateShift = 16

// pairOf returns the two weights in one.
func pairOf(early, late int16) pair { return pair(late)<<lateShift + pair(early) }

func (p pair) early() int32 { return int32(int16(p)) }
func (p pair) late() int32  { return (int32(p) - p.early()) >> lateShift }

// look returns the weights of an entry, which is below patternEntries.
func (t *patternTable) look(entry uint32) pair {
	at := entryBytes * min(uint(entry), patternEntries-1) // the minimum spares all checks of bounds
	return pair(int32(t[at]) | int32(t[at+1])<<8 | int32(t[at+2])<<16 | int32(t[at+3])<<24)
}

// worth returns what a pattern is worth to Black: his entry's weights less White's.
func (t *patternTable) worth(own, foe sides) pair {
	return t.look(entry(own, foe)) - t.look(entry(own>>halfBits, foe>>halfBits))
}
