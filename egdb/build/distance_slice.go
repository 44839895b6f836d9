package build

import (
	"sync"
	"time"
	"unsafe"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/memory"
)

// distanceSlice holds the distances of a pair of slices: a byte a placement and word,
// and in words only what packing keeps. A block with a distance that a byte does not
// hold is kept as it is, besides.
type distanceSlice struct {
	form
	flat   []narrow  // words of all blocks, where blocks are small
	men    []uint32  // two scores a configuration, where there are no kings
	packed *arena    // otherwise
	mapped mmap.MMap // the file that holds the distances, if they are in one

	mu      sync.Mutex
	far     map[uint32][]scores // the words of blocks whose distances need more, by place
	counts  [sides]egdb.Counts
	longest [sides]longest
	busy    time.Duration // of all workers
}

const scoresBytes = int(unsafe.Sizeof(scores{}))

func newDistanceSlice(m egdb.Material) *distanceSlice {
	s := &distanceSlice{form: formOf(m)}
	switch {
	case m.Kings() == 0:
		s.men = memory.Slice[uint32](s.configurations())
	case s.isFlat():
		s.flat = memory.Slice[narrow](s.configurations() * sides * s.words())
	default:
		s.packed = newArena(s.configurations() * sides)
	}
	return s
}

// place returns the place of a block with one side to move.
func (f *form) place(key blockKey) int {
	return f.configuration(key.blackMen, key.whiteMen)*sides + int(key.side)
}

func (s *distanceSlice) flatBlock(place int) []narrow {
	n := s.words()
	return s.flat[place*n:][:n:n]
}

// menScore returns a score of a slice without kings.
func (s *distanceSlice) menScore(configuration, side int) score {
	return score(s.men[configuration] >> (side * laneBits))
}

// keepFar keeps the words of a block as they are.
func (s *distanceSlice) keepFar(place int, words []scores) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.far == nil {
		s.far = map[uint32][]scores{}
	}
	s.far[uint32(place)] = append([]scores(nil), words...)
}

// farBlock returns the words of a block that has been kept as it is, or nil. Blocks are
// asked for by several workers while others are added.
func (s *distanceSlice) farBlock(place int) []scores {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.far[uint32(place)]
}

// add adds what a job has found and the time it took.
func (s *distanceSlice) add(n [sides]egdb.Counts, l [sides]longest, busy time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy += busy
	for side := range sides {
		s.counts[side] = plus(s.counts[side], n[side])
		s.longest[side].merge(&l[side])
	}
}
