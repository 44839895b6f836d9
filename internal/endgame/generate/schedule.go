package generate

import (
	"context"
	"errors"
	"math/bits"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/internal/endgame"
)

// job is a number of blocks of one level of a slice: all combinations of one set of black men
// with some sets of white men. The white sets stand on the turned board.
type job struct {
	form   *form
	black  uint32
	whites []uint32
	done   *sync.WaitGroup
}

// blocks visits the men of the blocks that are kept.
func (j job) blocks(visit func(black, white uint32) bool) {
	for _, turned := range j.whites {
		if white := bits.Reverse32(turned); j.black&white == 0 && j.form.stored(j.black, white) && j.form.reach.holds(j.black, white) && !visit(j.black, white) {
			return
		}
	}
}

// jobPositions is the approximate number of positions of a job. It is large enough that
// passing a job costs little, and small enough that no goroutine waits long at the end of a
// level.
const jobPositions = 1 << 16

// solver solves the blocks of a job and returns how many positions they have.
type solver func(j job) (positions uint64)

// present is the block that a solver of values or of distances works at, and the counts of its job.
type present struct {
	sets                    *tables
	finder                  captureFinder
	form                    *form
	blackMen, whiteMen, men uint32
	blackSets, whiteSets    *sets // sets A and C
	blacks, whites          int
	counts                  [sides]endgame.Counts // of the job
}

// begin begins the block of the given men.
func (p *present) begin(f *form, black, white uint32) {
	p.form, p.blackMen, p.whiteMen, p.men = f, black, white, black|white
	p.finder.blackMen, p.finder.whiteMen, p.finder.oneKing = black, white, f.material.BlackKings == 1
	if p.blacks, p.whites = f.blacks, f.whites; f.material.Kings() > 0 {
		p.blackSets, p.whiteSets = p.sets[f.material.BlackKings-1], p.sets[f.material.WhiteKings]
	}
}

// each visits the words in which the kings have a placement beside the men, with their sets A and C.
func (p *present) each(visit func(word int, a, c uint32)) {
	for rA, a := range p.blackSets.members {
		if a&p.men != 0 {
			continue
		}
		for rC, c := range p.whiteSets.members {
			if c&(a|p.men) == 0 {
				visit(rA*p.whites+rC, a, c)
			}
		}
	}
}

// count adds the counts of the block to those of the job, and those of the mirrored block where it is not kept.
func (p *present) count(n [sides]endgame.Counts) {
	twice := p.form.twice(p.blackMen, p.whiteMen)
	for side := range sides {
		p.counts[side] = plus(p.counts[side], n[side])
		if twice {
			p.counts[side] = plus(p.counts[side], n[1-side])
		}
	}
}

// positions returns how many positions the job has.
func (p *present) positions() (all uint64) {
	for _, n := range p.counts {
		all += n.Wins + n.Losses + n.Draws
	}
	return all
}

// plus returns the sum of two counts.
func plus(n, m endgame.Counts) endgame.Counts {
	return endgame.Counts{Wins: n.Wins + m.Wins, Draws: n.Draws + m.Draws, Losses: n.Losses + m.Losses}
}

// schedule solves the blocks of all forms, which do not depend on each other, with a solver
// for each thread. report is called after every job, by several goroutines at once; it may be
// nil.
func schedule(ctx context.Context, forms []*form, threads int, newSolver func() solver, report func(positions uint64)) error {
	jobs := make(chan job)
	var workers, givers errgroup.Group
	for range threads {
		workers.Go(func() error {
			solve := newSolver()
			for j := range jobs {
				n := solve(j)
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
func kingsNeeded(m endgame.Material) int {
	return int(max(m.BlackKings+min(m.BlackMen, 1), m.WhiteKings+min(m.WhiteMen, 1)))
}

// maxKings returns the larger number of kings of one side of m.
func maxKings(m endgame.Material) int { return int(max(m.BlackKings, m.WhiteKings)) }

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
