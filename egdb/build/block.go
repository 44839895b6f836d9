package build

import (
	"math/bits"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/memory"
)

// blockKey names the words of one block: a material in which Black has a king, in
// either orientation, the men, and the side to move.
type blockKey struct {
	blackKings, whiteKings uint8
	side                   uint8
	blackMen, whiteMen     uint32
}

func (k blockKey) material() egdb.Material {
	return egdb.Material{
		BlackKings: k.blackKings, BlackMen: uint8(bits.OnesCount32(k.blackMen)),
		WhiteKings: k.whiteKings, WhiteMen: uint8(bits.OnesCount32(k.whiteMen)),
	}
}

// mirror returns the same block on the turned board, colours exchanged.
func (k blockKey) mirror() blockKey {
	return blockKey{
		k.whiteKings, k.blackKings, 1 - k.side,
		bits.Reverse32(k.whiteMen), bits.Reverse32(k.blackMen),
	}
}

// blocks is where a cache has the words of blocks from.
type blocks[T any] interface {
	// form returns the form of the pair of slices that m belongs to.
	form(m egdb.Material) *form
	// small returns the words of a block that is kept as it is, or unpacks them to
	// room if that costs next to nothing; it may enlarge room. Otherwise nil.
	small(f *form, key blockKey, room *[]T) []T
	// unpack fills the zero words of a block from what is kept.
	unpack(into []T, f *form, key blockKey)
	// mirror fills the words of a block of material m from those of its mirror.
	mirror(into, from []T, m egdb.Material)
}

// block is an unpacked block.
type block[T any] struct {
	key   blockKey
	words []T
	used  uint64 // the solve that last asked for it: blocks of the present one stay
}

// recent is a block asked for lately.
type recent[T any] struct {
	key   blockKey
	words []T
	block *block[T] // nil if the words are the slice's own, or in room
	room  []T
}

// recentBlocks is the size of the small table in front of a worker's cache, a
// power of two.
const recentBlocks = 256

// cacheBytes bounds the blocks that a worker keeps unpacked; those of the solve at
// hand may exceed it.
const cacheBytes = 64 << 20

// cache holds a worker's unpacked blocks.
type cache[T any] struct {
	source blocks[T]
	limit  int // words
	blocks map[blockKey]*block[T]
	recent [recentBlocks]recent[T]
	queue  []*block[T] // in order of loading
	held   int         // words
	spare  map[int][][]T
	solve  uint64
}

// newCache returns an empty cache of so many words.
func newCache[T any](source blocks[T], limit int) *cache[T] {
	return &cache[T]{source: source, limit: limit, blocks: map[blockKey]*block[T]{}, spare: map[int][][]T{}}
}

// words returns the words of a block, to be read before the next one is asked for,
// or, if it is not a small one, until the next solve begins.
func (c *cache[T]) words(key blockKey) []T {
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
func (c *cache[T]) find(r *recent[T], key blockKey) {
	m := key.material()
	f := c.source.form(m)
	kept := f.material == m && f.stored(key.blackMen, key.whiteMen)
	if kept {
		if words := c.source.small(f, key, &r.room); words != nil {
			r.key, r.words, r.block = key, words, nil
			return
		}
	}
	b := c.blocks[key]
	if b == nil {
		b = &block[T]{key: key}
		if kept {
			b.words = c.take(f.words())
			c.source.unpack(b.words, f, key)
		} else {
			b.words = c.mirrored(m, key)
		}
		c.blocks[key] = b
		c.queue = append(c.queue, b)
		c.held += len(b.words)
	}
	r.key, r.words, r.block = key, b.words, b
}

// mirrored returns the words of a block of which the mirror is kept.
func (c *cache[T]) mirrored(m egdb.Material, key blockKey) []T {
	other := c.words(key.mirror())
	words := c.take(blockWords(m))
	c.source.mirror(words, other, m)
	return words
}

// begin starts a new solve: blocks of earlier ones may go, the oldest first and
// those of the last solve only if there is no other way.
func (c *cache[T]) begin() {
	if c.held > c.limit {
		c.evict(c.solve)
		c.evict(c.solve + 1)
		for i := range c.recent {
			c.recent[i].words, c.recent[i].block = nil, nil
		}
	}
	c.solve++
}

// evict lets blocks last used before a solve go until half the room is free.
func (c *cache[T]) evict(before uint64) {
	kept := c.queue[:0]
	for _, b := range c.queue {
		if b.used >= before || c.held <= c.limit/2 {
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
func (c *cache[T]) take(n int) []T {
	if spare := c.spare[n]; len(spare) > 0 {
		words := spare[len(spare)-1]
		c.spare[n] = spare[:len(spare)-1]
		clear(words)
		return words
	}
	return memory.Slice[T](n)
}

// spareShare is the part of a cache's limit up to which words are kept for later
// blocks of one size: a quarter.
const spareShare = 4

func (c *cache[T]) give(words []T) {
	if len(words)*(len(c.spare[len(words)])+1) <= c.limit/spareShare {
		c.spare[len(words)] = append(c.spare[len(words)], words)
	}
}
