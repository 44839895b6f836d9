package build

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// score is the distance of a position as the player sees it who has just moved into
// it, so that the best successor is the largest: 0 where there is no position, then won
// for the side to move, soonest first, drawn, and lost, latest first. Fifteen bits hold
// every distance that draughts of any number of pieces can have.
type score uint16

const (
	drawnScore score = 1 << 14
	topScore   score = 1<<15 - 1 // lost at once
)

// distance returns what a score says of the side to move: plies is 0 for a draw.
func (v score) distance(metric egdb.Metric) egdb.Distance {
	switch {
	case v > drawnScore:
		plies := int(topScore - v)
		if metric == egdb.DTW {
			plies *= 2
		}
		return egdb.Distance{Value: board.Loss, Plies: plies}
	case v < drawnScore && v > 0:
		plies := int(v) - 1
		if metric == egdb.DTW {
			plies = 2*plies + 1
		}
		return egdb.Distance{Value: board.Win, Plies: plies}
	default:
		return egdb.Distance{Value: board.Draw}
	}
}

// before returns the score of a position whose best successor has score v, which must
// not be 0.
func (v score) before(metric egdb.Metric) score {
	switch {
	case v == drawnScore:
		return v
	case v > drawnScore && metric == egdb.DTW:
		return topScore + 1 - v
	case v > drawnScore:
		return topScore + 2 - v
	default:
		return topScore - v
	}
}

// scores is a word of a block with distances: the scores of the 32 placements of X, of
// which square x is in lane x/8 (16 bits, the highest of them clear) of number x%8.
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

// raise sets the score of a placement unless it has a larger one.
func (s *scores) raise(x int, v score) {
	if s.at(x) < v {
		s.set(x, v)
	}
}

// larger returns, lane by lane, the larger of two numbers with clear highest bits.
func larger(x, y uint64) uint64 {
	ge := (x | laneHighs) - y&^laneHighs
	ge &= laneHighs
	return y ^ (x^y)&(ge-ge>>(laneBits-1))
}

// spreadMask brings the eight bits of each byte to a lane, bit q of it to number q.
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

// laneMask returns a number of which the lanes are full whose bit q of spread is set.
func laneMask(spread uint64, q int) uint64 {
	b := spread >> q & laneOnes
	return b<<(laneBits-1) - b
}

// join raises the placements in mask to the scores of another word.
func (s *scores) join(other *scores, mask uint32) {
	m := spreadMask(mask)
	for q := range s {
		s[q] = larger(s[q], other[q]&laneMask(m, q))
	}
}

// joinAll raises the placements in mask to one score.
func (s *scores) joinAll(v score, mask uint32) {
	m := spreadMask(mask)
	for q := range s {
		s[q] = larger(s[q], uint64(v)*laneOnes&laneMask(m, q))
	}
}

// put sets the placements in mask to one score.
func (s *scores) put(v score, mask uint32) {
	m := spreadMask(mask)
	for q := range s {
		l := laneMask(m, q)
		s[q] = s[q]&^l | uint64(v)*laneOnes&l
	}
}

// equal returns the placements with one of two scores.
func (s *scores) equal(v, w score) (vs, ws uint32) {
	a, b := uint64(v)*laneOnes, uint64(w)*laneOnes
	var as, bs uint64
	for q := range s {
		as |= (((s[q] ^ a | laneHighs) - laneOnes) & laneHighs) >> (laneBits - 1 - q)
		bs |= (((s[q] ^ b | laneHighs) - laneOnes) & laneHighs) >> (laneBits - 1 - q)
	}
	return ^gatherMask(as), ^gatherMask(bs)
}

// some returns the placements with a score other than 0.
func (s *scores) some() uint32 {
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

// converted returns the scores of positions that a conversion has just led to, for DTC
// ends there: won and lost are what they are, at distance 0.
func (s *scores) converted() (c scores) {
	lost := s.above(drawnScore)
	won := s.some() &^ s.above(drawnScore-1)
	drawn := s.some() &^ lost &^ won
	c.put(topScore, lost)
	c.put(1, won)
	c.put(drawnScore, drawn)
	return c
}

// converted returns what scores.converted does of one.
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

// A narrow word has a byte a placement, the low byte of its score: it holds wins and
// losses up to narrowest (see reach), and draws.
type narrow [squares]byte

const (
	drawnByte = 0x80
	lowBits   = 0x7F
	narrowest = 126
)

// within reports whether all scores are draws or within a reach of their end: wins
// up to 1+reach, losses down to topScore-reach.
func (s *scores) within(reach score) bool {
	between := s.above(reach+1) &^ s.above(topScore-reach-1)
	drawn, _ := s.equal(drawnScore, drawnScore)
	return between&^drawn == 0
}

// narrow returns the low bytes of the scores, a draw's as drawnByte.
func (s *scores) narrow() (n narrow) {
	for q := range s {
		// Only a draw has the highest bit but one and no other.
		v := s[q] | s[q]>>7&^(s[q]>>6)&(drawnByte*laneOnes)
		n[q], n[q+8], n[q+16], n[q+24] = byte(v), byte(v>>16), byte(v>>32), byte(v>>48)
	}
	return n
}

// wide is the opposite of narrow.
func (n *narrow) wide() (s scores) {
	for q := range s {
		v := uint64(n[q]) | uint64(n[q+8])<<16 | uint64(n[q+16])<<32 | uint64(n[q+24])<<48
		high := v & (drawnByte * laneOnes)
		low := v & (lowBits * laneOnes)
		// A lane with the high bit alone is a draw, with others a loss.
		lost := (low + lowBits*laneOnes) & high
		drawn := high &^ lost
		s[q] = low | (lost<<8 - lost) | drawn<<7
	}
	return s
}

// lowest returns the first square of a mask.
func lowest(mask uint32) int { return bits.TrailingZeros32(mask) }
