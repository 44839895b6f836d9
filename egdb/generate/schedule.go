package generate

import (
	"context"
	"errors"
	"math/bits"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/egdb"
)

// job is a number of blocks of one level of a slice: all combinations of one set of black men
// with some sets of white men. The white sets stand on the turned board.
type job struct {
	form   *form
	black  uint32
	whites []uint32
	done   *sync.WaitGroup
}

// jobPositions is the approximate number of positions of a job. It is large enough that
// passing a job costs little, and small enough that no goroutine waits long at the end of a
// level.
const jobPositions = 1 << 16

// solver solves blocks, one job at a time.
type solver interface {
	// work solves the blocks of a job and returns how many positions they have.
	work(j job) (positions uint64)
}

// schedule solves the blocks of all forms, which do not depend on each other, with a solver
// for each thread. report is called after every job, by several goroutines at once; it may be
// nil.
func schedule(ctx context.Context, forms []*form, threads int, newSolver func() solver, report func(positions uint64)) error {
	jobs := make(chan job)
	var workers, givers errgroup.Group
	for range threads {
		workers.Go(func() error {
			s := newSolver()
			for j := range jobs {
				n := s.work(j)
				if report != nil {
					report(n)
				}
				j.done.Done()
			}
			return nil
		})
	}
	for _, f := range forms {
		givers.Go(func() error { return f.levels(ctx, jobs) })
	}
	err := givers.Wait()
	close(jobs)
	return errors.Join(err, workers.Wait())
}

// kingsNeeded returns the largest number of kings of one side that solving m meets. A
// crowning adds one.
func kingsNeeded(m egdb.Material) int {
	return int(max(m.BlackKings+min(m.BlackMen, 1), m.WhiteKings+min(m.WhiteMen, 1)))
}

// most returns the larger number of kings of one side of m.
func most(m egdb.Material) int { return int(max(m.BlackKings, m.WhiteKings)) }

// levels sends the blocks of the slice to jobs, level by level. The blocks of a level have
// men that have made equally many rows. The level with the most rows comes first, because
// the move of a man leads to the level before.
func (f *form) levels(ctx context.Context, jobs chan<- job) error {
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
			break
		}
	}
	return ctx.Err()
}

// byAdvance returns the sets of black men by the sum of the rows that the men have made.
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
