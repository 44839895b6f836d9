package eval

import "github.com/zonda-checkers/zonda/board"

// pattern is a group of twelve squares: three rows, or six rows of two columns. Each arrangement of men on these
// squares has its own weights. Kings do not count, since a king changes its square too often. As with heuristics,
// each pattern is evaluated twice: once for Black, and once for White in the mirrored position.
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

// ternary holds, for each set of squares of a pattern, a number to the base of 3 with a digit 1 for each square in the
// set. The last digit is the one of the square farthest down the board. This square changes most from one position of
// the search to the next, so that entries used one after the other are near each other in memory.
var ternary = func() (table [1 << patternSquares]uint32) {
	for set := range table {
		power := uint32(patternEntries)
		for rest := set; rest != 0; rest >>= 1 {
			power /= patternStates
			table[set] += uint32(rest&1) * power
		}
	}
	return table
}()

// pairs moves the lowest two squares of each of the first six rows to the lowest twelve
// bits of each half, in the order of the rows 1, 4, 2, 5, 3 and 6.
func (s sides) pairs() sides {
	s &= 0x00333333 * bothSides
	return s | s>>10
}

// entry returns the entry of Black for the own men and the enemy men on the squares of a pattern, which are shifted to the
// lowest twelve bits. Other bits have no meaning. An entry is a number to the base of 3 with a digit for each square of the
// pattern: 0 without a man, 1 with an own man, 2 with an enemy man.
func entry(own, foe sides) uint32 {
	const mask = 1<<patternSquares - 1
	return ternary[own&mask] + 2*ternary[foe&mask]
}

// entries holds the entry of each pattern for one side.
type entries [len(patterns)]uint32

// entries fills in the entries of both sides.
func (v *view) entries(black, white *entries) {
	own, foe := v.ownMen, v.foeMen
	for i, men := range [len(patterns)]struct{ own, foe sides }{
		{own, foe},
		{own >> 4, foe >> 4},
		{own >> 8, foe >> 8},
		{own.pairs(), foe.pairs()},
		{(own >> 2).pairs(), (foe >> 2).pairs()},
		{(own >> 1).pairs(), (foe >> 1).pairs()},
	} {
		black[i], white[i] = entry(men.own, men.foe), entry(men.own>>halfBits, men.foe>>halfBits)
	}
}

// patternTable holds the weights of a pattern, in the form of a weights file of format 2.
type patternTable [tableBytes]byte

// entryBytes is the size of an entry: a pair, little-endian.
const entryBytes = 4

// pair holds the two weights of an entry, in units of LearnedUnit: the early weight, for all pieces on the board, plus
// 65,536 times the late weight, for latePieces or fewer. The sum of pairs is the pair of the sums, since no
// sum over the patterns of a position needs more than 16 bits.
type pair int32

const lateShift = 16

// pairOf returns the pair of two weights.
func pairOf(early, late int16) pair { return pair(late)<<lateShift + pair(early) }

func (p pair) early() int32 { return int32(int16(p)) }
func (p pair) late() int32  { return (int32(p) - p.early()) >> lateShift }

// lookup returns the weights of an entry, which must be smaller than patternEntries.
func (t *patternTable) lookup(entry uint32) pair {
	at := entryBytes * min(uint(entry), patternEntries-1) // because of the minimum, the compiler leaves out all bounds checks
	return pair(int32(t[at]) | int32(t[at+1])<<8 | int32(t[at+2])<<16 | int32(t[at+3])<<24)
}

// worth returns the weights of a pattern for Black: those of Black's entry minus those of White's entry.
func (t *patternTable) worth(own, foe sides) pair {
	return t.lookup(entry(own, foe)) - t.lookup(entry(own>>halfBits, foe>>halfBits))
}

// Parts holds the contribution of each heuristic and of each pattern to an evaluation for Black, in
// hundredths of a man. The heuristics come first, in their order. The contribution of a pattern is
// the sum for both sides.
type Parts [int(heuristics) + len(patterns)]float32

// PartNames returns the names of the parts in their order.
func PartNames() (names []string) {
	for _, h := range descriptions {
		names = append(names, h.Name)
	}
	for _, pt := range patterns {
		names = append(names, "pattern "+pt.name)
	}
	return names
}

// Parts returns the parts of the evaluation of f by the weights in l.
func (l *Learned) Parts(f *Features) (parts Parts) {
	shares := HeuristicShares(f.Pieces)
	for h, count := range f.Counts {
		if count == 0 {
			continue
		}
		for ph, share := range shares {
			parts[h] += float32(count) * share * float32(l.Heuristics[h][ph]) * LearnedUnit
		}
	}
	early, late := PatternShares(f.Pieces)
	for i, table := range l.Patterns {
		own, foe := 2*f.Black[i], 2*f.White[i]
		parts[int(heuristics)+i] = LearnedUnit * (early*(float32(table[own])-float32(table[foe])) +
			late*(float32(table[own+1])-float32(table[foe+1])))
	}
	return parts
}

// Sum returns the evaluation for Black, in hundredths of a man.
func (p *Parts) Sum() (sum float32) {
	for _, part := range p {
		sum += part
	}
	return sum
}

// Features are the numbers of a position that the weights multiply. Package evaltune learns the weights from them.
type Features struct {
	Counts       [heuristics]int32 // of each heuristic: the count for Black minus the count for White
	Black, White entries           // of the patterns, for each side
	Pieces       int
}

// Take sets f to the features of a quiet position.
func (f *Features) Take(p board.Position) {
	var v view
	v.take(p)
	v.entries(&f.Black, &f.White)
	v.lookAhead()
	clear(f.Counts[:]) // take sets the counts of kings only if there are kings
	(*counts)(&f.Counts).take(&v, &ofBoth)
	f.Pieces = p.Pieces()
}

// HeuristicShares returns the share of each phase's weight in the weight of a heuristic with n pieces on the
// board. The sum of the shares is 1.
func HeuristicShares(n int) (shares [phases]float32) {
	gone := allPieces - max(n, latePieces)
	before := gone / phaseLength
	past := float32(gone%phaseLength) / phaseLength
	shares[before] += 1 - past
	shares[min(before+1, int(LateEndgame))] += past
	return shares
}

// PatternShares returns the shares of the early and of the late weight in the weight of a pattern with n
// pieces on the board. The sum of the shares is 1.
func PatternShares(n int) (early, late float32) {
	late = float32(allPieces-max(n, latePieces)) / (allPieces - latePieces)
	return 1 - late, late
}
