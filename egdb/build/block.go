package build

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
)

// blockKey names the words of one block: a material in which Black has a king, in
// either orientation, the men, and the side to move.
type blockKey struct {
	blackKings, whiteKings uint8
	side                   uint8
	blackMen, whiteMen     uint32
}

// block is an unpacked block.
type block struct {
	key   blockKey
	words []uint64
	used  uint64 // the solve that last asked for it: blocks of the present one stay
}

// recent is a block asked for lately.
type recent struct {
	key   blockKey
	words []uint64
	block *block // nil if the words are the slice's own
}

// recentBlocks is the size of the small table in front of a worker's cache, a
// power of two.
const recentBlocks = 256

// cacheWords bounds the words of the blocks that a worker keeps unpacked; those of
// the solve at hand may exceed it.
const cacheWords = 8 << 20

// cache holds a worker's unpacked blocks.
type cache struct {
	values *Values
	blocks map[blockKey]*block
	recent [recentBlocks]recent
	queue  []*block // in order of loading
	held   int      // words
	spare  map[int][][]uint64
	solve  uint64
}

func newCache(v *Values) *cache {
	return &cache{values: v, blocks: map[blockKey]*block{}, spare: map[int][][]uint64{}}
}

// words returns the words of a block, to be read until the next solve begins.
func (c *cache) words(key blockKey) []uint64 {
	h := (key.blackMen*0x9E3779B1 ^ key.whiteMen*0x85EBCA77 ^
		uint32(key.blackKings)<<28 ^ uint32(key.whiteKings)<<24 ^ uint32(key.side)<<31) *
		0xC2B2AE3D >> 24 % recentBlocks
	r := &c.recent[h]
	if r.words == nil || r.key != key {
		c.find(r, key)
	}
	if r.block != nil {
		r.block.used = c.solve
	}
	return r.words
}

// find puts a block into the table of recent ones.
func (c *cache) find(r *recent, key blockKey) {
	m := egdb.Material{
		BlackKings: key.blackKings, BlackMen: uint8(bits.OnesCount32(key.blackMen)),
		WhiteKings: key.whiteKings, WhiteMen: uint8(bits.OnesCount32(key.whiteMen)),
	}
	s := c.values.slice(m)
	kept := s.material == m && s.stored(key.blackMen, key.whiteMen)
	if kept && s.flat != nil {
		*r = recent{key: key, words: s.flatBlock(s.configuration(key.blackMen, key.whiteMen), int(key.side))}
		return
	}
	b := c.blocks[key]
	if b == nil {
		b = &block{key: key}
		if kept {
			b.words = c.unpacked(s, key)
		} else {
			b.words = c.mirrored(m, key)
		}
		c.blocks[key] = b
		c.queue = append(c.queue, b)
		c.held += len(b.words)
	}
	*r = recent{key: key, words: b.words, block: b}
}

// unpacked returns the words of a block that a slice keeps packed.
func (c *cache) unpacked(s *slice, key blockKey) []uint64 {
	words := c.take(s.words())
	configuration := s.configuration(key.blackMen, key.whiteMen)
	c.values.tables.unpack(words, s.packed.from(configuration*sides+int(key.side)),
		key.blackMen|key.whiteMen, key.blackKings, key.whiteKings)
	return words
}

// mirrored returns the words of a block of which the mirror is kept.
func (c *cache) mirrored(m egdb.Material, key blockKey) []uint64 {
	other := c.words(blockKey{
		key.whiteKings, key.blackKings, 1 - key.side,
		bits.Reverse32(key.whiteMen), bits.Reverse32(key.blackMen),
	})
	words := c.take(blockWords(m))
	c.values.tables.mirror(words, other, m)
	return words
}

// begin starts a new solve: blocks of earlier ones may go, the oldest first and
// those of the last solve only if there is no other way.
func (c *cache) begin() {
	if c.held > cacheWords {
		c.evict(c.solve)
		c.evict(c.solve + 1)
		clear(c.recent[:])
	}
	c.solve++
}

// evict lets blocks last used before a solve go until half the room is free.
func (c *cache) evict(before uint64) {
	kept := c.queue[:0]
	for _, b := range c.queue {
		if b.used >= before || c.held <= cacheWords/2 {
			kept = append(kept, b)
			continue
		}
		delete(c.blocks, b.key)
		c.held -= len(b.words)
		c.give(b.words)
	}
	clear(c.queue[len(kept):])
	c.queue = kept
}

// take returns n zero words.
func (c *cache) take(n int) []uint64 {
	if spare := c.spare[n]; len(spare) > 0 {
		words := spare[len(spare)-1]
		c.spare[n] = spare[:len(spare)-1]
		clear(words)
		return words
	}
	return make([]uint64, n)
}

// spareWords bounds the words kept for later blocks of one size.
const spareWords = 2 << 20

func (c *cache) give(words []uint64) {
	if len(words)*(len(c.spare[len(words)])+1) <= spareWords {
		c.spare[len(words)] = append(c.spare[len(words)], words)
	}
}

// mirror makes the block of material m, with black kings for X, out of the block of
// the mirrored material: turned board, colours and sides to move exchanged. from
// has one of m's white kings for X.
func (t *tables) mirror(into, from []uint64, m egdb.Material) {
	fromA := t[m.WhiteKings-1] // the white kings but one
	fromWhites := choose[squares][m.BlackKings]
	rest := t[m.BlackKings-1] // the black kings but one
	whites := choose[squares][m.WhiteKings]
	turned := t[m.WhiteKings].turned
	var matrix [squares]uint64
	var columns [squares]int
	for rA, rTurned := range rest.turned {
		for y, c := range rest.with[int(rTurned)*squares:][:squares] {
			columns[squares-1-y] = int(c)
		}
		row := into[rA*whites:][:whites]
		for r, a := range fromA.members {
			fromRow := from[r*fromWhites:][:fromWhites]
			any := uint64(0)
			for y, c := range columns {
				word := uint64(0)
				if c >= 0 {
					word = fromRow[c]
				}
				matrix[y] = word
				any |= word
			}
			if any == 0 {
				continue
			}
			transpose(&matrix)
			for x := int(above(a)); x < squares; x++ {
				row[turned[fromA.with[r*squares+x]]] = matrix[x]
			}
		}
	}
}
