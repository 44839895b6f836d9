package build

import (
	"context"
	"errors"
	"math/bits"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// Values holds the values of endgames, slice by slice, in memory: 2.2 to 2.7 bits a
// position. Solved slices may be read by several goroutines at a time.
type Values struct {
	tables tables
	slices [1 << (4 * kinds)]*slice // by index
}

// NewValues returns an empty set.
func NewValues() *Values { return &Values{} }

// kinds is the number of kinds of pieces of both sides.
const kinds = 4

// index returns the place of a material among the slices: four bits a kind.
func index(m egdb.Material) uint16 {
	return uint16(m.BlackKings)<<12 | uint16(m.BlackMen)<<8 | uint16(m.WhiteKings)<<4 | uint16(m.WhiteMen)
}

// slice returns the slice of m or its mirror, nil if it has none.
func (v *Values) slice(m egdb.Material) *slice { return v.slices[index(m)] }

// Counts returns how many positions of m with Black to move are won, lost and
// drawn, captures included; false if m is not solved.
func (v *Values) Counts(m egdb.Material) (egdb.Counts, bool) {
	s := v.slice(m)
	if s == nil {
		return egdb.Counts{}, false
	}
	if s.material == m {
		return s.counts[blackToMove], true
	}
	return s.counts[whiteToMove], true
}

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
		v.tables.need(int(max(m.BlackKings, m.WhiteKings, m.BlackKings+min(m.BlackMen, 1), m.WhiteKings+min(m.WhiteMen, 1))))
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

// Each calls visit for every placement of m with Black to move and its value, in a
// fixed order, for one part of parts. The slice must be solved.
func (v *Values) Each(m egdb.Material, part, parts int, visit func(board.Position, board.Result)) {
	s := v.slice(m)
	side := uint8(blackToMove)
	if s.material != m {
		side = whiteToMove
	}
	e := eacher{w: newWorker(v), slice: s, side: side, visit: visit}
	blacks, whites := menSets(s.material.BlackMen), menSets(s.material.WhiteMen)
	for i, set := range whites {
		whites[i] = bits.Reverse32(set)
	}
	all := len(blacks) * len(whites)
	from, to := all*part/parts, all*(part+1)/parts
	for b := from / len(whites); b*len(whites) < to; b++ {
		first, last := max(from-b*len(whites), 0), min(to-b*len(whites), len(whites))
		for _, white := range whites[first:last] {
			if blacks[b]&white == 0 {
				e.block(blacks[b], white)
			}
		}
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

// eacher visits the positions of blocks.
type eacher struct {
	w     *worker
	slice *slice
	side  uint8
	visit func(board.Position, board.Result)
}

func (e *eacher) block(black, white uint32) {
	m := e.slice.material
	if e.slice.men != nil {
		e.position(0, black, 0, white, e.slice.menValue(e.slice.configuration(black, white), e.side))
		return
	}
	e.w.cache.begin()
	words := e.w.cache.words(blockKey{m.BlackKings, m.WhiteKings, e.side, black, white})
	men := black | white
	for rA, a := range e.w.sets[m.BlackKings-1].members {
		if a&men != 0 {
			continue
		}
		low := above(a)
		for rC, c := range e.w.sets[m.WhiteKings].members {
			if c&(a|men) != 0 {
				continue
			}
			word := words[rA*e.slice.whites+rC]
			for x := ^(a | c | men) >> low << low; x != 0; x &= x - 1 {
				s := bits.TrailingZeros32(x)
				e.position(a|1<<s, black, c, white, word>>s&lostValue)
			}
		}
	}
}

func (e *eacher) position(blackKings, blackMen, whiteKings, whiteMen uint32, value uint64) {
	p := board.Position{
		Black: board.Bitboard(blackKings | blackMen),
		White: board.Bitboard(whiteKings | whiteMen),
		Kings: board.Bitboard(blackKings | whiteKings),
	}
	if e.side == whiteToMove {
		p.Turn = board.White
		p = p.Mirror()
	}
	result := board.Win
	switch value {
	case lostValue:
		result = board.Loss
	case drawnValue:
		result = board.Draw
	}
	e.visit(p, result)
}

// put adds a solved slice, in the place of one of the same material.
func (v *Values) put(s *slice) {
	v.tables.need(int(max(s.material.BlackKings, s.material.WhiteKings)))
	v.slices[index(s.material)], v.slices[index(s.material.Mirror())] = s, s
}

// Close lets go of the files of the values, which must not be asked any more.
func (v *Values) Close() error {
	var all error
	for i, s := range v.slices {
		if s != nil && s.mapped != nil && index(s.material) == uint16(i) {
			all = errors.Join(all, s.mapped.Unmap())
			s.mapped = nil
		}
	}
	return all
}
