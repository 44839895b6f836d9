package build

import (
	"context"
	"math/bits"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
)

// job is some of the blocks of one level of a slice: a set of black men and sets of
// white men, the latter as on the turned board.
type job struct {
	slice  *slice
	black  uint32
	whites []uint32
	done   *sync.WaitGroup
}

// jobPositions is about how many placements a job should have: enough to outweigh
// handing it over, few enough that no worker waits long at the end of a level.
const jobPositions = 1 << 16

// Solve computes the values of all canonical slices given, which depend on each
// other in no way (same number of pieces, same number of men), from those already
// solved. Several threads work at the blocks; report is told of every job done, by
// several goroutines at a time, and may be nil.
func (v *Values) Solve(ctx context.Context, materials []egdb.Material, threads int, report func(positions uint64)) error {
	for _, m := range materials {
		v.tables.need(kingsNeeded(m))
		s := newSlice(m)
		v.slices[index(m)], v.slices[index(m.Mirror())] = s, s
	}
	jobs := make(chan job)
	var workers, slices sync.WaitGroup
	for range threads {
		workers.Go(func() {
			w := newWorker(v)
			for j := range jobs {
				w.work(j)
				if report != nil {
					report(w.positions())
				}
				j.done.Done()
			}
		})
	}
	for _, m := range materials {
		slices.Go(func() { v.slice(m).levels(ctx, jobs) })
	}
	slices.Wait()
	close(jobs)
	workers.Wait()
	return ctx.Err()
}

// kingsNeeded returns the largest set of kings that solving m meets: crowning makes
// one more.
func kingsNeeded(m egdb.Material) int {
	return int(max(m.BlackKings+min(m.BlackMen, 1), m.WhiteKings+min(m.WhiteMen, 1)))
}

// positions returns how many positions the last job had.
func (w *worker) positions() (sum uint64) {
	for _, n := range w.counts {
		sum += n.Wins + n.Losses + n.Draws
	}
	return sum
}

// levels hands out the blocks of the slice, those with the men furthest on first:
// a man's move leads to the level before.
func (s *slice) levels(ctx context.Context, jobs chan<- job) {
	blacks, whites := byAdvance(s.material.BlackMen), byAdvance(s.material.WhiteMen)
	chunk := max(1, jobPositions/squares/max(1, s.words()))
	for level := len(blacks) + len(whites) - 2; level >= 0; level-- {
		var done sync.WaitGroup
		for advance, sets := range blacks {
			other := level - advance
			if other < 0 || other >= len(whites) {
				continue
			}
			for _, black := range sets {
				for from := 0; from < len(whites[other]); from += chunk {
					done.Add(1)
					select {
					case jobs <- job{s, black, whites[other][from:min(from+chunk, len(whites[other]))], &done}:
					case <-ctx.Done():
						done.Done()
					}
				}
			}
		}
		done.Wait()
		if ctx.Err() != nil {
			return
		}
	}
}

// byAdvance returns the sets of black men by the sum of the rows they have made.
func byAdvance(men uint8) [][]uint32 {
	const rows = 6
	levels := make([][]uint32, rows*int(men)+1)
	for _, set := range menSets(men) {
		advance := 0
		for rest := set; rest != 0; rest &= rest - 1 {
			advance += bits.TrailingZeros32(rest) / 4
		}
		levels[advance] = append(levels[advance], set)
	}
	return levels
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

// menSets returns all sets of black men by rank.
func menSets(men uint8) []uint32 {
	sets := make([]uint32, choose[menSquares][men])
	set := uint64(1)<<men - 1
	for i := range sets {
		sets[i] = uint32(set)
		set = nextSet(set)
	}
	return sets
}
