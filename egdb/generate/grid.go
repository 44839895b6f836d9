package generate

import "github.com/zonda-checkers/zonda/internal/memory"

// grid has a bit for every word of a block. The bits of each set A are a row.
type grid struct {
	bits  []uint64
	width int // of a row, in elements of bits
}

// resize sets the number of rows and of words a row. All bits must be clear before.
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

// agenda has a grid for every pass. The grid marks the words with an exit that becomes known in this pass.
type agenda struct {
	passes      []grid
	used        []bool // by pass: the grid has bits
	last        int    // the last pass with a word, -1 if none has
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

// add enters a word for a pass.
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

// at returns the bits of a pass, nil if it has no word. The caller clears them.
func (a *agenda) at(pass int) []uint64 {
	if pass > a.last || !a.used[pass] {
		return nil
	}
	a.used[pass] = false
	return a.passes[pass].bits
}
