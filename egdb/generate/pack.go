package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// packer writes bit fields into words.
type packer struct {
	words []uint64
	word  uint64
	used  uint
}

func (p *packer) reset() { p.words, p.word, p.used = p.words[:0], 0, 0 }

// put appends the lowest n bits of v, n at most 64. The other bits of v must be clear.
func (p *packer) put(v uint64, n uint) {
	p.word |= v << p.used
	p.used += n
	if p.used >= wordBits {
		p.words = append(p.words, p.word)
		p.used -= wordBits
		p.word = v >> (n - p.used)
	}
}

const (
	wordBits  = 64
	wordBytes = wordBits / 8
)

// finish completes the last word and appends an empty one, which unpack may read.
func (p *packer) finish() []uint64 {
	p.words = append(p.words, p.word, 0)
	return p.words
}

// above returns the first square above all squares of a set.
func above(set uint32) uint { return uint(wordBits/2 - bits.LeadingZeros32(set)) }

// pack packs the words of one side of a block: every set of black kings once, with its
// highest king as X. It returns the packed words, which the next call overwrites, and the
// counts of the positions.
func (w *valueSolver) pack(words []uint64, men uint32) ([]uint64, egdb.Counts) {
	p := &w.packer
	p.reset()
	var n egdb.Counts
	whites := w.sets[w.slice.material.WhiteKings].members
	for rA, a := range w.sets[w.slice.material.BlackKings-1].members {
		if a&men != 0 {
			continue
		}
		low := above(a)
		width := squares - low
		row := words[rA*len(whites):][:len(whites)]
		for rC, c := range whites {
			if c&(a|men) != 0 {
				continue
			}
			losses, notWins := row[rC]<<32>>(32+low), row[rC]>>(32+low)
			p.put(losses|notWins<<width, 2*width)
			n.Losses += uint64(bits.OnesCount64(losses))
			draws := uint64(bits.OnesCount64(notWins &^ losses))
			n.Draws += draws
			n.Wins += uint64(bits.OnesCount64(uint64(^(a|c|men))>>low)) - uint64(bits.OnesCount64(notWins))
		}
	}
	return p.finish(), n
}

// unpack fills a block, which is zero before, from the words of pack. Every set of black kings
// is filled in once for each of its kings as X.
func (t *tables) unpack(into, packed []uint64, men uint32, blackKings, whiteKings uint8) {
	whites := t[whiteKings].members
	word, used, at := packed[0], uint(0), 1
	following := packed[1]
	for rA, a := range t[blackKings-1].members {
		if a&men != 0 {
			continue
		}
		low := above(a)
		width := squares - low
		mask := uint64(1)<<width - 1
		row := into[rA*len(whites):][:len(whites)]
		for rC, c := range whites {
			if c&(a|men) != 0 {
				continue
			}
			field := word>>used | following<<1<<(wordBits-1-used)
			row[rC] = field&mask<<low | field>>width&mask<<(32+low)
			used += 2 * width
			if used >= wordBits {
				used -= wordBits
				at++
				word, following = following, packed[min(at, len(packed)-1)]
			}
		}
	}
	if blackKings > 1 {
		closure(into, len(whites), t[blackKings-2])
	}
}
