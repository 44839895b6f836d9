package generate

import (
	"unsafe"

	"github.com/zonda-checkers/zonda/egdb"
)

// distanceSlice holds the distances of a material and its mirror, one byte for each
// position. A block with a distance that does not fit a byte is kept as words too. A slice without
// kings has two scores a configuration.
type distanceSlice struct {
	kept[narrow, uint32]
	wide    map[uint32][]scores // the blocks that are kept as words, by place; guarded by mu
	longest [sides]longest
}

const scoresBytes = int(unsafe.Sizeof(scores{}))

func newDistanceSlice(m egdb.Material) *distanceSlice {
	s := &distanceSlice{longest: [sides]longest{newLongest(), newLongest()}}
	s.begin(m)
	return s
}

// place returns the place of a block with one side to move.
func (f *form) place(key blockKey) int {
	return f.configuration(key.blackMen, key.whiteMen)*sides + int(key.side)
}

// menScore returns a score of a slice without kings.
func (s *distanceSlice) menScore(configuration, side int) score {
	return score(s.men[configuration] >> (side * laneBits))
}

// keepWide keeps the words of a block.
func (s *distanceSlice) keepWide(place int, words []scores) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wide == nil {
		s.wide = map[uint32][]scores{}
	}
	s.wide[uint32(place)] = append([]scores(nil), words...)
}

// wideBlock returns the words of a block, nil if it is not kept as words. Several goroutines
// may call it while others add blocks.
func (s *distanceSlice) wideBlock(place int) []scores {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wide[uint32(place)]
}

// note merges the longest distances of a job.
func (s *distanceSlice) note(l [sides]longest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for side := range sides {
		s.longest[side].merge(&l[side])
	}
}
