package build

import (
	"context"
	"math/bits"
	"sync"

	"github.com/zonda-checkers/zonda/egdb"
)

// job is some of the blocks of one level of a slice: a set of black men and sets of
// white men, the latter as on the turned board.
type job struct {
	form   *form
	black  uint32
	whites []uint32
	done   *sync.WaitGroup
}

// jobPositions is about how many placements a job should have: enough to outweigh
// handing it over, few enough that no worker waits long at the end of a level.
const jobPositions = 1 << 16

// solver solves blocks, one job at a time.
type solver interface {
	// work solves the blocks of a job and returns how many positions they have.
	work(j job) (positions uint64)
}

// schedule has the blocks of all forms solved, which depend on each other in no way, by
// as many solvers as threads; report is told of every job done, by several goroutines at
// a time, and may be nil.
func schedule(ctx context.Context, forms []*form, threads int, hire func() solver, report func(positions uint64)) error {
	jobs := make(chan job)
	var workers, slices sync.WaitGroup
	for range threads {
		workers.Go(func() {
			w := hire()
			for j := range jobs {
				n := w.work(j)
				if report != nil {
					report(n)
				}
				j.done.Done()
			}
		})
	}
	for _, f := range forms {
		slices.Go(func() { f.levels(ctx, jobs) })
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

// levels hands out the blocks of the slice, those with the men furthest on first:
// a man's move leads to the level before.
func (f *form) levels(ctx context.Context, jobs chan<- job) {
	blacks, whites := byAdvance(f.material.BlackMen), byAdvance(f.material.WhiteMen)
	chunk := max(1, jobPositions/squares/max(1, f.words()))
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
					case jobs <- job{f, black, whites[other][from:min(from+chunk, len(whites[other]))], &done}:
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
