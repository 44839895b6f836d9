package search

import (
	"fmt"
	"runtime"
	"slices"
	"time"
	"unsafe"

	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/memory"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// bound says how a stored score relates to the true one.
type bound uint8

const (
	upperBound bound = 1 + iota // the true score is at most this
	lowerBound                  // the true score is at least this
	exactScore
)

// entry is the data that the table stores for a position.
type entry struct {
	score eval.Score // for the side to move; the plies of a proven score are counted from the position
	depth Depth
	move  int // index in the position's move list, noIndex for none
	bound bound
}

// noIndex stands for no move. The indices of moves are smaller: no position has more than board.MaxMoves moves.
const noIndex = 127

// The fields of a stored word, from bit 0.
const (
	scoreBits      = 16
	depthBits      = 8
	moveBits       = 7
	boundBits      = 2
	generationBits = 6

	depthShift      = scoreBits
	moveShift       = depthShift + depthBits
	boundShift      = moveShift + moveBits
	generationShift = boundShift + boundBits
)

func (e entry) pack(generation uint64) uint64 {
	return uint64(uint16(e.score)) | uint64(e.depth)<<depthShift | uint64(e.move)<<moveShift |
		uint64(e.bound)<<boundShift | generation<<generationShift
}

func unpack(word uint64) entry {
	return entry{
		score: eval.Score(int16(word)),
		depth: Depth(field(word, depthShift, depthBits)),
		move:  int(field(word, moveShift, moveBits)),
		bound: bound(field(word, boundShift, boundBits)),
	}
}

func field(word uint64, shift, width int) uint64 { return word >> shift & (1<<width - 1) }

// slot holds one entry: the packed word, and the exclusive or of the word and the position's key.
// If two workers write a slot at the same time, its two words do not match, and no probe
// finds it (Hyatt and Mann's lock-free table).
type slot struct{ check, word memory.Word }

// bucketSlots is the number of slots in a bucket, which fills one cache line.
const bucketSlots = 4

type bucket [bucketSlots]slot

const bucketBytes = bucketSlots * 16

// table is the transposition table: lock-free, shared by all workers.
type table struct {
	buckets    []bucket
	generation uint64
	block      *memory.Block // the memory of the buckets, nil if they are on the heap
}

// newTable returns an empty table of the given size in MiB. The table is on the heap if allocTable fails.
func newTable(mib int) *table {
	t, err := allocTable(mib)
	if err != nil {
		return &table{buckets: make([]bucket, mib<<20/bucketBytes)}
	}
	return t
}

// allocTable returns an empty table of the given size in MiB, outside the heap. The system provides
// each page when it is first used. The memory goes back to the operating system when the garbage collector finds the table unreachable.
func allocTable(mib int) (*table, error) {
	block, err := memory.Alloc(mib << 20)
	if err != nil {
		return nil, fmt.Errorf("no memory for a table of %d MiB: %w", mib, err)
	}
	first := (*bucket)(unsafe.Pointer(unsafe.SliceData(block.Bytes())))
	t := &table{buckets: unsafe.Slice(first, mib<<20/bucketBytes), block: block}
	runtime.AddCleanup(t, func(b *memory.Block) { _ = b.Release() }, block) // nobody can use the error
	return t, nil
}

// promoteDelay is the time before promote begins, so that short searches are not slowed by it.
const promoteDelay = 100 * time.Millisecond

// promote moves the parts of the table that are in use onto huge pages. It begins after promoteDelay, or when the
// search ends and done is closed.
func (t *table) promote(done <-chan struct{}) {
	if t.block == nil {
		return
	}
	select {
	case <-done:
	case <-time.After(promoteDelay):
	}
	t.block.Promote(done)
}

// release returns the memory of the table at once. The table must not be used afterwards.
func (t *table) release() {
	t.buckets = nil
	if t.block != nil {
		_ = t.block.Release() // after an error the memory stays allocated
	}
}

// clearedAtOnce is the number of buckets that clear empties without a yield.
const clearedAtOnce = 1 << 16

// clear deletes all entries. Nobody else uses the table, so that its words need not be atomic. Buckets without
// entries are not written, so that the operating system need not provide their pages.
func (t *table) clear() {
	buckets := unsafe.Slice((*[bucketBytes / 8]uint64)(unsafe.Pointer(unsafe.SliceData(t.buckets))), len(t.buckets))
	for part := range slices.Chunk(buckets, clearedAtOnce) {
		yield.Point()
		for i := range part {
			if b := &part[i]; b[0]|b[1]|b[2]|b[3]|b[4]|b[5]|b[6]|b[7] != 0 {
				clear(b[:])
			}
		}
	}
	t.generation = 0
}

// age begins a new generation: from now on, the entries stored before count as those of an earlier search.
func (t *table) age() { t.generation = (t.generation + 1) & (1<<generationBits - 1) }

// bucketOf returns the bucket of a key. The high half of the key chooses it; the number of buckets need not be a power
// of two.
func (t *table) bucketOf(key uint64) *bucket {
	return &t.buckets[key>>32*uint64(len(t.buckets))>>32]
}

// prefetch asks the CPU to load the bucket of a key into its cache, for a probe that follows soon.
func (t *table) prefetch(key uint64) { memory.Fetch(unsafe.Pointer(t.bucketOf(key))) }

// probe returns the entry of a key, and false if the table has none.
func (t *table) probe(key uint64) (entry, bool) {
	b := t.bucketOf(key)
	for i := range b {
		word := b[i].word.Load()
		if word != 0 && b[i].check.Load()^word == key {
			return unpack(word), true
		}
	}
	return entry{move: noIndex}, false
}

// store writes e to the slot of the position, if the table has one. Otherwise it overwrites the slot that is worth
// least: one of a shallow search, or of an earlier search.
func (t *table) store(key uint64, e entry) {
	b := t.bucketOf(key)
	victim, minimum := &b[0], int(^uint(0)>>1)
	for i := range b {
		word := b[i].word.Load()
		if word == 0 || b[i].check.Load()^word == key {
			victim = &b[i]
			break
		}
		if worth := t.worth(word); worth < minimum {
			victim, minimum = &b[i], worth
		}
	}
	word := e.pack(t.generation)
	victim.check.Store(key ^ word)
	victim.word.Store(word)
}

// ageCost is the number of plies by which an entry is worth less for each search since it was stored.
const ageCost = 4

// worth returns the worth of a stored word, in plies of depth.
func (t *table) worth(word uint64) int {
	age := (t.generation - field(word, generationShift, generationBits)) & (1<<generationBits - 1)
	return int(field(word, depthShift, depthBits)) - ageCost*int(age)
}

// sampledBuckets is the number of buckets that perMilleUsed counts.
const sampledBuckets = 250

// perMilleUsed estimates from a sample how many of 1000 slots this search has written.
func (t *table) perMilleUsed() int {
	sample := t.buckets[:min(sampledBuckets, len(t.buckets))]
	used := 0
	for i := range sample {
		for j := range sample[i] {
			word := sample[i][j].word.Load()
			if word != 0 && field(word, generationShift, generationBits) == t.generation {
				used++
			}
		}
	}
	return used * 1000 / (len(sample) * bucketSlots)
}
