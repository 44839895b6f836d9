package build

import "github.com/zonda-checkers/zonda/engine/memory"

// grid has a bit for every word of a block; rows begin at multiples of 64.
type grid struct {
	bits  []uint64
	width int // of a row, in numbers
}

// resize makes room for rows of so many words; all bits must be clear.
func (g *grid) resize(rows, words int) {
	g.width = (words + wordBits - 1) / wordBits
	if n := rows * g.width; cap(g.bits) < n {
		g.bits = memory.Slice[uint64](n)
	} else {
		g.bits = g.bits[:n]
	}
}

func (g *grid) set(row, word int) {
	g.bits[row*g.width+word/wordBits] |= 1 << (word % wordBits)
}

// agenda has a grid for every pass: the words in which exits become known then.
type agenda struct {
	passes      []grid
	used        []bool
	last        int // pass with an event, -1 for none
	rows, words int
}

func (a *agenda) resize(rows, words int) {
	if a.rows != rows || a.words != words {
		for i := range a.passes {
			a.passes[i].resize(rows, words)
		}
	}
	a.rows, a.words, a.last = rows, words, -1
}

// add puts a word on the agenda of a pass.
func (a *agenda) add(pass, row, word int) {
	for pass >= len(a.passes) {
		var g grid
		g.resize(a.rows, a.words)
		a.passes = append(a.passes, g)
		a.used = append(a.used, false)
	}
	a.passes[pass].set(row, word)
	a.used[pass] = true
	a.last = max(a.last, pass)
}

// at returns the grid of a pass, which its reader clears, or nil if nothing is on it.
func (a *agenda) at(pass int) []uint64 {
	if pass > a.last || !a.used[pass] {
		return nil
	}
	a.used[pass] = false
	return a.passes[pass].bits
}
