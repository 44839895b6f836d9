package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// packScores appends the scores of one side of a block to bytes: of every set of black kings
// once, with its highest king as X. It reports whether all scores are within reach, so that a
// byte holds each.
func (t *tables) packScores(bytes []byte, words []scores, m endgame.Material, men uint32, reach score) ([]byte, bool) {
	whites := t[m.WhiteKings].members
	near := true
	for rA, a := range t[m.BlackKings-1].members {
		if a&men != 0 {
			continue
		}
		low := above(a)
		row := words[rA*len(whites):][:len(whites)]
		for rC, c := range whites {
			if c&(a|men) != 0 {
				continue
			}
			near = near && row[rC].within(reach)
			n := row[rC].narrow()
			bytes = append(bytes, n[low:]...)
		}
	}
	return bytes, near
}

// unpackScores fills a block, which is zero before, from the bytes of packScores. Every set
// of black kings is filled in once for each of its kings as X.
func (t *tables) unpackScores(into []scores, packed []byte, men uint32, blackKings, whiteKings uint8) {
	whites := t[whiteKings].members
	for rA, a := range t[blackKings-1].members {
		if a&men != 0 {
			continue
		}
		low := above(a)
		row := into[rA*len(whites):][:len(whites)]
		for rC, c := range whites {
			if c&(a|men) != 0 {
				continue
			}
			var n narrow
			packed = packed[copy(n[low:], packed):]
			word := n.wide()
			for q := range word {
				row[rC][q] |= word[q]
			}
		}
		if blackKings > 1 {
			t.copies(into, row, a, len(whites))
		}
	}
}

// copies copies the scores of a row with X above all kings of A to the words in which
// another of the kings is X.
func (t *tables) copies(into, row []scores, a uint32, whites int) {
	k := bits.OnesCount32(a)
	for kings := a; kings != 0; kings &= kings - 1 {
		king := lowest(kings)
		with := t[k-1].with[rank(a&^(1<<king))*squares:]
		for x := int(above(a)); x < squares; x++ {
			to := into[int(with[x])*whites:][:whites]
			for rC := range to {
				if v := row[rC].at(x); v != 0 {
					to[rC].set(king, v)
				}
			}
		}
	}
}

// closeScores is closure for scores: every copy of a position gets the largest score of all
// its copies. Only the placements in captures are joined. rest are the sets of the fixed
// black kings, two fewer than Black has.
func closeScores(words []scores, captures []uint64, shift, whites int, rest *sets) {
	for r := range rest.members {
		with := rest.with[r*squares : (r+1)*squares]
		for s, rowS := range with {
			if rowS == none {
				continue
			}
			for c := range whites {
				i := int(rowS)*whites + c
				for x := uint32(captures[i] >> shift); x != 0; x &= x - 1 {
					other := with[lowest(x)]
					if other != none {
						words[int(other)*whites+c].raise(s, words[i].at(lowest(x)))
					}
				}
			}
		}
	}
}

// transposeScores exchanges score i of word j with score j of word i, for all i and j.
func transposeScores(m *[squares]scores) {
	for i := range squares {
		for j := range i {
			a, b := m[i].at(j), m[j].at(i)
			if a != b {
				m[i].set(j, b)
				m[j].set(i, a)
			}
		}
	}
}

// mirror fills the block of material m from the block of the mirrored material, in which
// board, colours and sides to move are exchanged. X is a black king of m in the words of
// into, and a white king of m in the words of from. transpose exchanges bit or score i of word j with that of j in word i.
func mirror[W uint64 | scores](t *tables, into, from []W, m endgame.Material, transpose func(*[squares]W)) {
	fromA := t[m.WhiteKings-1] // the white kings but one
	fromWhites := choose[squares][m.BlackKings]
	rest := t[m.BlackKings-1] // the black kings but one
	whites := choose[squares][m.WhiteKings]
	turned := t[m.WhiteKings].turned
	var none W
	var matrix, empty [squares]W
	var columns [squares]int
	for rA, rTurned := range rest.turned {
		for y, c := range rest.with[int(rTurned)*squares:][:squares] {
			columns[squares-1-y] = int(c)
		}
		row := into[rA*whites:][:whites]
		for r, a := range fromA.members {
			fromRow := from[r*fromWhites:][:fromWhites]
			for y, c := range columns {
				matrix[y] = none
				if c >= 0 {
					matrix[y] = fromRow[c]
				}
			}
			if matrix == empty {
				continue
			}
			transpose(&matrix)
			for x := int(above(a)); x < squares; x++ {
				row[turned[fromA.with[r*squares+x]]] = matrix[x]
			}
		}
	}
}

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

// pack packs the words of one side of a block: every set of black kings once, with its
// highest king as X. It returns the packed words, which the next call overwrites, and the
// counts of the positions.
func (w *valueSolver) pack(words []uint64, men uint32) ([]uint64, endgame.Counts) {
	p := &w.packer
	p.reset()
	var n endgame.Counts
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
