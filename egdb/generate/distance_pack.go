package generate

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// packScores appends the scores of one side of a block to bytes: of every set of black kings
// once, with its highest king as X. It reports whether all scores are within reach, so that a
// byte holds each.
func (t *tables) packScores(bytes []byte, words []scores, m egdb.Material, men uint32, reach score) ([]byte, bool) {
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
