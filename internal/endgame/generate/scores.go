package generate

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// score is a value with a distance, ordered by how good the position is for the side that has just moved: the best successor of
// a position has the largest score. A score of 0 means that there is no position. Larger scores are, in this order: positions
// won for the side to move, the shortest win first; draws; lost positions, the longest loss first. Fifteen bits hold every
// distance that can occur, with any number of pieces.
type score uint16

const (
	drawnScore score = 1 << 14
	topScore   score = 1<<15 - 1 // lost at once
)

// distance returns the value and the plies for the side to move; a draw has 0 plies.
func (v score) distance(metric endgame.Metric) egdb.Distance {
	switch {
	case v > drawnScore:
		return egdb.Distance{Value: board.Loss, Plies: metric.Unit() * int(topScore-v)}
	case v < drawnScore && v > 0:
		return egdb.Distance{Value: board.Win, Plies: metric.Unit()*int(v) - 1}
	default:
		return egdb.Distance{Value: board.Draw}
	}
}

// before returns the score of a position whose best successor has score v; v is not 0.
func (v score) before(metric endgame.Metric) score {
	switch {
	case v == drawnScore:
		return v
	case v > drawnScore:
		return topScore - v + score(2/metric.Unit())
	default:
		return topScore - v
	}
}

// scores is a word of a block of distances: the scores of the 32 placements of X. The score
// for square x is lane x/8 of number x%8. A lane has 16 bits, the highest of which is clear.
type scores [8]uint64

const (
	lanes     = 4
	laneBits  = 16
	laneOnes  = 0x0001_0001_0001_0001
	laneHighs = 0x8000_8000_8000_8000
	numbers   = squares / lanes
)

func (s *scores) at(x int) score {
	return score(s[x%numbers] >> (x / numbers * laneBits))
}

func (s *scores) set(x int, v score) {
	shift := x / numbers * laneBits
	s[x%numbers] = s[x%numbers]&^(0xFFFF<<shift) | uint64(v)<<shift
}

// raise sets the score of a placement if it is smaller.
func (s *scores) raise(x int, v score) {
	if s.at(x) < v {
		s.set(x, v)
	}
}

// larger returns the larger of two numbers, lane by lane; the highest bit of each lane is
// clear.
func larger(x, y uint64) uint64 {
	ge := (x | laneHighs) - y&^laneHighs
	ge &= laneHighs
	return y ^ (x^y)&(ge-ge>>(laneBits-1))
}

// spreadMask moves the four bytes of a mask to the four lanes of a number.
func spreadMask(mask uint32) uint64 {
	m := uint64(mask)
	m = (m | m<<16) & 0x0000FFFF_0000FFFF
	return (m | m<<8) & 0x00FF00FF_00FF00FF
}

// gatherMask is the opposite of spreadMask.
func gatherMask(m uint64) uint32 {
	m = (m | m>>8) & 0x0000FFFF_0000FFFF
	return uint32(m | m>>16)
}

// laneMask returns a number with all 15 low bits set in each lane whose bit q is set in
// spread.
func laneMask(spread uint64, q int) uint64 {
	b := spread >> q & laneOnes
	return b<<(laneBits-1) - b
}

// join raises the scores of the placements in mask to those of another word.
func (s *scores) join(other *scores, mask uint32) {
	m := spreadMask(mask)
	for q := range s {
		s[q] = larger(s[q], other[q]&laneMask(m, q))
	}
}

// joinAll raises the scores of the placements in mask to v.
func (s *scores) joinAll(v score, mask uint32) {
	m := spreadMask(mask)
	for q := range s {
		s[q] = larger(s[q], uint64(v)*laneOnes&laneMask(m, q))
	}
}

// put sets the scores of the placements in mask to v.
func (s *scores) put(v score, mask uint32) {
	m := spreadMask(mask)
	for q := range s {
		l := laneMask(m, q)
		s[q] = s[q]&^l | uint64(v)*laneOnes&l
	}
}

// equal returns the placements with score v and those with score w.
func (s *scores) equal(v, w score) (vs, ws uint32) {
	a, b := uint64(v)*laneOnes, uint64(w)*laneOnes
	var as, bs uint64
	for q := range s {
		as |= (((s[q] ^ a | laneHighs) - laneOnes) & laneHighs) >> (laneBits - 1 - q)
		bs |= (((s[q] ^ b | laneHighs) - laneOnes) & laneHighs) >> (laneBits - 1 - q)
	}
	return ^gatherMask(as), ^gatherMask(bs)
}

// nonZero returns the placements with a score other than 0.
func (s *scores) nonZero() uint32 {
	var zero uint64
	for q := range s {
		zero |= (((s[q] | laneHighs) - laneOnes) & laneHighs) >> (laneBits - 1 - q)
	}
	return gatherMask(zero)
}

// above returns the placements with a score larger than v.
func (s *scores) above(v score) uint32 {
	var over uint64
	for q := range s {
		over |= (((s[q] | laneHighs) - (uint64(v)+1)*laneOnes) & laneHighs) >> (laneBits - 1 - q)
	}
	return gatherMask(over)
}

// converted returns the scores of positions after a conversion, where DTC ends: the values
// stay, and the distance is 0.
func (s *scores) converted() (c scores) {
	lost := s.above(drawnScore)
	won := s.nonZero() &^ s.above(drawnScore-1)
	drawn := s.nonZero() &^ lost &^ won
	c.put(topScore, lost)
	c.put(1, won)
	c.put(drawnScore, drawn)
	return c
}

// converted does for one score what scores.converted does for a word.
func (v score) converted() score {
	switch {
	case v > drawnScore:
		return topScore
	case v < drawnScore && v > 0:
		return 1
	default:
		return v
	}
}

// narrow is a word of scores in a byte for each placement, the low byte of the score. It
// holds draws, and wins and losses up to distance narrowest, see within.
type narrow [squares]byte

const (
	drawnByte = 0x80
	lowBits   = 0x7F
	narrowest = 126
)

// within reports whether all scores are draws or near the end of the game: wins up to
// score 1+reach, losses down to score topScore-reach.
func (s *scores) within(reach score) bool {
	between := s.above(reach+1) &^ s.above(topScore-reach-1)
	drawn, _ := s.equal(drawnScore, drawnScore)
	return between&^drawn == 0
}

// narrow returns the low bytes of the scores; a draw becomes drawnByte.
func (s *scores) narrow() (n narrow) {
	for q := range s {
		// The second highest bit of a lane, without the third highest, means a draw.
		v := s[q] | s[q]>>7&^(s[q]>>6)&(drawnByte*laneOnes)
		n[q], n[q+8], n[q+16], n[q+24] = byte(v), byte(v>>16), byte(v>>32), byte(v>>48)
	}
	return n
}

// wide returns the scores of a narrow word.
func (n *narrow) wide() (s scores) {
	for q := range s {
		v := uint64(n[q]) | uint64(n[q+8])<<16 | uint64(n[q+16])<<32 | uint64(n[q+24])<<48
		high := v & (drawnByte * laneOnes)
		low := v & (lowBits * laneOnes)
		// A byte with the high bit alone is a draw, with other bits a loss.
		lost := (low + lowBits*laneOnes) & high
		drawn := high &^ lost
		s[q] = low | (lost<<8 - lost) | drawn<<7
	}
	return s
}
