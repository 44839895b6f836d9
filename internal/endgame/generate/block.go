package generate

import (
	"math/bits"
	"sync"

	"github.com/zonda-checkers/zonda/internal/endgame"
	"github.com/zonda-checkers/zonda/internal/memory"
)

// The sides to move. The values of both are separate.
const (
	blackToMove = iota
	whiteToMove
	sides
)

// menSquares is the number of squares on which a man of one side can stand.
const menSquares = 28

// form is the layout of a material with both sides to move, which is a slice and its mirror.
// The material is the canonical one of the two, see canonical.
//
// A configuration is a placement of the men. Each has a block, which holds all placements of
// the kings. Bit x of a word stands for the placement with one black king, X, on square x.
// The index of the word, rank(A)*whites + rank(C), gives the set A of the other black kings
// and the set C of the white kings.
type form struct {
	material       endgame.Material
	blacks, whites int // sets A and sets C
	whiteMenSets   int
	reach          *reach // nil for all placements of the men
}

// flatWords is the largest number of words of a block that is kept unpacked.
const flatWords = squares

// canonical returns m or its mirror: the material whose form a slice has. If the material has
// kings, Black has a king in the canonical one, and its blocks have fewer words than those of the
// mirror.
func canonical(m endgame.Material) endgame.Material {
	mirror := m.Mirror()
	switch {
	case m.Kings() == 0:
		if m.BlackMen < m.WhiteMen {
			return mirror
		}
		return m
	case m.BlackKings == 0:
		return mirror
	case mirror.BlackKings == 0:
		return m
	}
	words, mirrored := blockWords(m), blockWords(mirror)
	if mirrored < words || mirrored == words && m.BlackMen < m.WhiteMen {
		return mirror
	}
	return m
}

// blockWords returns the number of words of a block for one side to move.
func blockWords(m endgame.Material) int {
	return choose[squares][m.BlackKings-1] * choose[squares][m.WhiteKings]
}

// formOf returns the form of a canonical material.
func formOf(m endgame.Material) form {
	f := form{material: m, whiteMenSets: choose[menSquares][m.WhiteMen]}
	if m.Kings() > 0 {
		f.blacks = choose[squares][m.BlackKings-1]
		f.whites = choose[squares][m.WhiteKings]
	}
	return f
}

// isFlat reports whether blocks are kept unpacked.
func (f *form) isFlat() bool { return f.material.BlackKings == 1 && f.words() <= flatWords }

// words returns the number of words of a block for one side to move.
func (f *form) words() int { return f.blacks * f.whites }

// configurations returns the number of configurations, impossible ones included.
func (f *form) configurations() int {
	return choose[menSquares][f.material.BlackMen] * f.whiteMenSets
}

// configuration returns the number of the configuration of the given men.
func (f *form) configuration(blackMen, whiteMen uint32) int {
	return rank(blackMen)*f.whiteMenSets + rank(bits.Reverse32(whiteMen))
}

// stored reports whether the slice keeps the block of these men. A symmetric slice keeps
// half of its blocks; the other blocks are their mirrors.
func (f *form) stored(blackMen, whiteMen uint32) bool {
	return !f.material.Symmetric() || f.material.Kings() == 0 ||
		rank(blackMen) <= rank(bits.Reverse32(whiteMen))
}

// twice reports whether the block of these men stands for its mirror too, which the slice does not keep.
func (f *form) twice(blackMen, whiteMen uint32) bool {
	return f.material.Symmetric() && f.material.Kings() > 0 && blackMen != bits.Reverse32(whiteMen)
}

// Classes returns the canonical slices of a number of pieces in the order in which they can
// be solved, by number of men. The slices of one class do not depend on each other.
func Classes(pieces int) [][]endgame.Material {
	classes := make([][]endgame.Material, pieces+1)
	for _, m := range endgame.Slices(pieces) {
		if canonical(m) == m {
			classes[m.Men()] = append(classes[m.Men()], m)
		}
	}
	return classes
}

// sideOf returns the side to move in the blocks of the form that hold m with Black to move.
func (f *form) sideOf(m endgame.Material) uint8 {
	if f.material != m {
		return whiteToMove
	}
	return blackToMove
}

// key returns the name of a block of the form.
func (f *form) key(side uint8, black, white uint32) blockKey {
	return blockKey{f.material.BlackKings, f.material.WhiteKings, side, black, white}
}

// place returns the place of a block with one side to move.
func (f *form) place(key blockKey) int {
	return f.configuration(key.blackMen, key.whiteMen)*sides + int(key.side)
}

// blockKey names a block with one side to move: the kings of a material in which Black has a
// king, in either orientation, and the squares of the men.
type blockKey struct {
	blackKings, whiteKings uint8
	side                   uint8
	blackMen, whiteMen     uint32
}

func (k blockKey) material() endgame.Material {
	return endgame.Material{
		BlackKings: k.blackKings, BlackMen: uint8(bits.OnesCount32(k.blackMen)),
		WhiteKings: k.whiteKings, WhiteMen: uint8(bits.OnesCount32(k.whiteMen)),
	}
}

// mirror returns the key of the same block on the turned board with colours exchanged.
func (k blockKey) mirror() blockKey {
	return blockKey{
		k.whiteKings, k.blackKings, 1 - k.side,
		bits.Reverse32(k.whiteMen), bits.Reverse32(k.blackMen),
	}
}

// blocks is the source from which a cache fills its blocks.
type blocks[T any] interface {
	// form returns the form of the pair of slices that m belongs to.
	form(m endgame.Material) *form
	// small returns the words of a small block. These words are kept unpacked, or small
	// unpacks them to room, which it may enlarge. It returns nil for other blocks.
	small(f *form, key blockKey, room *[]T) []T
	// unpack fills the words of a packed block, which are zero before.
	unpack(into []T, f *form, key blockKey)
	// mirror fills the words of a block of material m from the words of its mirror.
	mirror(into, from []T, m endgame.Material)
}

// block is an unpacked block.
type block[T any] struct {
	key   blockKey
	words []T
	used  uint64 // number of the solve that last used the block
}

// recent is a block that was used lately.
type recent[T any] struct {
	key   blockKey
	words []T
	block *block[T] // nil for a small block: its words are kept by the slice, or in room
	room  []T
}

// recentBlocks is the number of entries of the table of recent blocks, a power of two.
const recentBlocks = 256

// cacheBytes is the memory for the unpacked blocks of a solver of values. The blocks of the
// present solve may exceed it.
const cacheBytes = 64 << 20

// cache holds the unpacked blocks of one solver.
type cache[T any] struct {
	source blocks[T]
	limit  int // words
	blocks map[blockKey]*block[T]
	recent [recentBlocks]recent[T] // is looked up before blocks
	queue  []*block[T]             // in order of loading
	held   int                     // words of all blocks
	spare  map[int][][]T           // unused words, by their number
	solve  uint64                  // number of the present solve
	twin   *cache[T]               // holds the mirrors of blocks: another cache for bounds, otherwise this one
}

// newCache returns an empty cache for limit words.
func newCache[T any](source blocks[T], limit int) *cache[T] {
	c := &cache[T]{source: source, limit: limit, blocks: map[blockKey]*block[T]{}, spare: map[int][][]T{}}
	c.twin = c
	return c
}

// words returns the words of a block. Those of a small block are valid until the next call,
// all others until the next solve begins.
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

// find writes a block to its entry of the table of recent blocks.
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

// mirrored returns the words of a block whose mirror is kept.
func (c *cache[T]) mirrored(m endgame.Material, key blockKey) []T {
	other := c.twin.words(key.mirror())
	words := c.take(blockWords(m))
	c.source.mirror(words, other, m)
	return words
}

// begin starts a new solve. If the cache is over its limit, it drops blocks of earlier
// solves, the oldest first, and blocks of the last solve if that is not enough.
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

// evict drops blocks that were last used before a solve, until half the limit is free.
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

// take returns n zero words, spare ones if there are any.
func (c *cache[T]) take(n int) []T {
	if spare := c.spare[n]; len(spare) > 0 {
		words := spare[len(spare)-1]
		c.spare[n] = spare[:len(spare)-1]
		clear(words)
		return words
	}
	return memory.Slice[T](n)
}

// For each size of blocks the cache keeps spare words up to one spareShare-th of its limit.
const spareShare = 4

// give keeps words as spare words, if there is room for them.
func (c *cache[T]) give(words []T) {
	if len(words)*(len(c.spare[len(words)])+1) <= c.limit/spareShare {
		c.spare[len(words)] = append(c.spare[len(words)], words)
	}
}

// slabWords is the size of the pieces in which an arena grows: 16 MiB.
const slabWords = 1 << 21

// arena holds packed blocks. It only grows, and a block never moves.
type arena struct {
	mu    sync.Mutex
	slabs [][]uint64
	free  []uint64   // the rest of the last slab
	at    []location // of the blocks, by configuration and side
}

// location is where a packed block begins.
type location struct {
	slab, offset uint32
}

func newArena(blocks int) *arena { return &arena{at: make([]location, blocks)} }

// add copies a packed block into the arena. Several goroutines may add different blocks.
func (a *arena) add(block int, words []uint64) { copy(a.room(block, len(words)), words) }

// addBytes is like add, for a block in bytes.
func (a *arena) addBytes(block int, bytes []byte) {
	copy(bytesOf(a.room(block, (len(bytes)+wordBytes-1)/wordBytes)), bytes)
}

// room reserves n words for a block and returns them.
func (a *arena) room(block, n int) []uint64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if n > len(a.free) {
		slab := memory.Slice[uint64](max(slabWords, n))
		a.slabs = append(a.slabs, slab)
		a.free = slab
	}
	slab := uint32(len(a.slabs) - 1)
	room := a.free[:n]
	a.at[block] = location{slab, uint32(len(a.slabs[slab]) - len(a.free))}
	a.free = a.free[n:]
	return room
}

// from returns the words of a block, and the words of the arena that follow.
func (a *arena) from(block int) []uint64 {
	at := a.at[block]
	return a.slabs[at.slab][at.offset:]
}

// holds reports whether every block of an arena of one slab begins inside it, with at least this number of words to its end.
// What reads a block then never leaves the arena, whatever the words are.
func (a *arena) holds(minimum int) bool {
	words := len(a.slabs[0])
	for _, at := range a.at {
		if at.slab != 0 || int(at.offset)+minimum > words {
			return false
		}
	}
	return true
}
