package build

import (
	"sync"
	"time"

	"github.com/edsrzf/mmap-go"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/memory"
)

// slice holds the values of a pair of slices. The upper half of a word has a bit
// where the side to move does not win (N), its lower half where it loses (L);
// squares X cannot stand on are clear in both.
type slice struct {
	form
	flat   []uint64  // words of all blocks, where blocks are small
	men    []uint8   // four bits a configuration, where there are no kings: two a side to move
	packed *arena    // otherwise
	mapped mmap.MMap // the file that holds the values, if they are in one

	mu     sync.Mutex
	counts [sides]egdb.Counts
	busy   time.Duration // of all workers
}

// newSlice returns a slice with room for its values.
func newSlice(m egdb.Material) *slice {
	s := &slice{form: formOf(m)}
	switch {
	case m.Kings() == 0:
		s.men = memory.Slice[uint8](s.configurations())
	case s.isFlat():
		s.flat = memory.Slice[uint64](s.configurations() * sides * s.words())
	default:
		s.packed = newArena(s.configurations() * sides)
	}
	return s
}

// flatBlock returns the words of a block of a slice that keeps them as they are.
func (s *slice) flatBlock(configuration, side int) []uint64 {
	n := s.words()
	at := (configuration*sides + side) * n
	return s.flat[at : at+n : at+n]
}

// add adds the counts of a job and the time it took.
func (s *slice) add(n [sides]egdb.Counts, busy time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy += busy
	for side := range sides {
		s.counts[side] = plus(s.counts[side], n[side])
	}
}
