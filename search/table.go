package search

import (
	"fmt"
	"math/bits"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/zonda-checkers/zonda/engine/memory"
	"github.com/zonda-checkers/zonda/eval"
)

// bound says how a stored score relates to the true one.
type bound uint8

const (
	upperBound bound = 1 + iota // the true score is at most this
	lowerBound                  // the true score is at least this
	exactScore
)

// entry is what the table remembers of a position.
type entry struct {
	score eval.Score // as seen from the position: proven results count plies from there
	depth Depth
	move  int // index in the position's move list, noIndex for none
	bound bound
}

// noIndex stands for no move; real indices are smaller, for they fit board.MaxMoves.
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

// slot is one entry: the packed word, and the position's key combined with it, so
// that a slot torn by two writers matches no position (Hyatt and Mann's lock-free
// table).
type slot struct{ check, word atomic.Uint64 }

// bucketSlots slots share a bucket of one cache line.
const bucketSlots = 4

type bucket [bucketSlots]slot

const bucketBytes = bucketSlots * 16

// table is the transposition table: lock-free, shared by all workers.
type table struct {
	buckets    []bucket
	generation uint64
	block      *memory.Block // that holds the buckets, nil if the heap does
}

// newTable returns an empty table of the given size, on the heap if the system gives no
// memory of its own.
func newTable(mib int) *table {
	t, err := takeTable(mib)
	if err != nil {
		return &table{buckets: make([]bucket, mib<<20/bucketBytes)}
	}
	return t
}

// takeTable returns an empty table of the given size. Its memory becomes real as it is used, and
// goes back to the system when the collector finds that nothing holds the table any more.
func takeTable(mib int) (*table, error) {
	block, err := memory.Take(mib << 20)
	if err != nil {
		return nil, fmt.Errorf("no memory for a table of %d MiB: %w", mib, err)
	}
	first := (*bucket)(unsafe.Pointer(unsafe.SliceData(block.Bytes())))
	t := &table{buckets: unsafe.Slice(first, mib<<20/bucketBytes), block: block}
	runtime.AddCleanup(t, func(b *memory.Block) { _ = b.Release() }, block) // no one is left to hear of it
	return t, nil
}

// gatherDelay is how long a search is not disturbed by what makes it faster later.
const gatherDelay = 100 * time.Millisecond

// gather brings the table onto huge pages as it fills, during a search or, if it is a short one, at
// its end, which closes done.
func (t *table) gather(done <-chan struct{}) {
	if t.block == nil {
		return
	}
	select {
	case <-done:
	case <-time.After(gatherDelay):
	}
	t.block.Gather(done)
}

// release gives the memory of the table back at once; nothing may use it any more.
func (t *table) release() {
	t.buckets = nil
	if t.block != nil {
		_ = t.block.Release() // what cannot be given back is lost, and no harm done
	}
}

// clear forgets everything.
func (t *table) clear() {
	for i := range t.buckets {
		for j := range t.buckets[i] {
			s := &t.buckets[i][j]
			if s.word.Load() != 0 {
				s.check.Store(0)
				s.word.Store(0)
			}
		}
	}
	t.generation = 0
}

// age marks the entries so far as those of an earlier search.
func (t *table) age() { t.generation = (t.generation + 1) & (1<<generationBits - 1) }

// bucketOf spreads keys over any number of buckets, by their high bits.
func (t *table) bucketOf(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// fetch has the bucket of a key brought near, in time for a probe that is to come.
func (t *table) fetch(key uint64) { memory.Fetch(unsafe.Pointer(t.bucketOf(key))) }

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

// store writes e over the position's own slot, or over the one that is worth least:
// shallow, or left from an earlier search.
func (t *table) store(key uint64, e entry) {
	b := t.bucketOf(key)
	victim, least := &b[0], int(^uint(0)>>1)
	for i := range b {
		word := b[i].word.Load()
		if word == 0 || b[i].check.Load()^word == key {
			victim = &b[i]
			break
		}
		if worth := t.worth(word); worth < least {
			victim, least = &b[i], worth
		}
	}
	word := e.pack(t.generation)
	victim.check.Store(key ^ word)
	victim.word.Store(word)
}

// searchesWorth is how many plies of depth an entry loses for each search since it
// was written.
const searchesWorth = 4

func (t *table) worth(word uint64) int {
	age := (t.generation - field(word, generationShift, generationBits)) & (1<<generationBits - 1)
	return int(field(word, depthShift, depthBits)) - searchesWorth*int(age)
}

// sampledBuckets is the number of buckets that full looks at.
const sampledBuckets = 250

// full returns the per mille of slots written by this search, from a sample.
func (t *table) full() int {
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
