package antibooklearn

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Walks are random lines from openings. Their moves look good to a quick search, so that a player without deep
// searches may reach the same positions.
type Walks struct {
	Roots  []board.Position
	Seed   uint64 // of the random numbers
	Number int    // number of walks
	Pieces int    // a walk ends at a position with fewer pieces
}

// Limits of walks.
const (
	naturalDrop eval.Score = 20  // largest difference between the best move and a move of a walk, in hundredths of a man
	walkEnds    eval.Score = 100 // a walk ends if a side has a larger score, in hundredths of a man
	walkPlies              = 60  // largest number of plies of a walk
)

// ScanWalks scans the positions that walks reach, each position once. Report is called after each walk, with
// the entries found that are not in known.
func ScanWalks(ctx context.Context, w Walks, c Criterion, known []antibook.Entry, o Options, report func([]antibook.Entry)) error {
	knownSet := antibook.NewSet(known)
	numbers := make([]uint64, w.Number)
	for i := range numbers {
		numbers[i] = uint64(i)
	}
	scanned, reported := newVisited(), newVisited()
	work := func(ctx context.Context, a *analyzer, number uint64) ([]antibook.Entry, error) {
		return c.walk(ctx, a, w, rand.New(rand.NewPCG(w.Seed, number)), knownSet, scanned)
	}
	return inParallel(ctx, o, numbers, work, func(_ uint64, found []antibook.Entry) {
		var fresh []antibook.Entry
		for _, e := range found {
			if reported.add(e.Position) {
				fresh = append(fresh, e)
			}
		}
		report(fresh)
	})
}

// walk makes one walk from a random root and scans the positions that it reaches.
func (c Criterion) walk(ctx context.Context, a *analyzer, w Walks, random *rand.Rand, knownSet *antibook.Set, scanned *visited) (all []antibook.Entry, err error) {
	p := w.Roots[random.IntN(len(w.Roots))]
	for range walkPlies {
		if p.Pieces() < w.Pieces || !p.HasMove() {
			break
		}
		var found []antibook.Entry
		var quick map[board.Move]finding
		if scanned.add(p) {
			found, quick, err = c.scan(ctx, a, p, knownSet)
		} else {
			quick, err = a.quick(ctx, p, c)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		m, ok := naturalMove(p, quick, random)
		if !ok {
			break
		}
		p = p.Play(m)
	}
	return all, nil
}

// naturalMove returns a random move that looks about as good as the best move; false if the game looks decided.
func naturalMove(p board.Position, quick map[board.Move]finding, random *rand.Rand) (board.Move, bool) {
	var moves board.MoveList
	p.Moves(&moves)
	best := -eval.Bound
	for _, o := range quick {
		best = max(best, o.score)
	}
	if best > walkEnds || best < -walkEnds {
		return board.Move{}, false
	}
	var good []board.Move
	for _, m := range moves.Slice() {
		if o, ok := quick[m]; ok && best-o.score <= naturalDrop {
			good = append(good, m)
		}
	}
	if len(good) == 0 {
		return board.Move{}, false
	}
	return good[random.IntN(len(good))], true
}

// visited is a set of positions for several goroutines. A position and its mirror count as one.
type visited struct {
	mu        sync.Mutex
	positions map[board.Position]bool
}

func newVisited() *visited { return &visited{positions: map[board.Position]bool{}} }

// add adds p and reports whether it is new.
func (v *visited) add(p board.Position) bool {
	if p.Turn == board.White {
		p = p.Mirror()
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.positions[p] {
		return false
	}
	v.positions[p] = true
	return true
}
