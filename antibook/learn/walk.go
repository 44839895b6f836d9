package learn

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Walks are random ways on from openings, by moves that look natural: what a player may come to who trusts a
// quick search.
type Walks struct {
	Roots  []board.Position
	Seed   uint64 // which walks
	Number int    // how many
	Pieces int    // a walk ends where there are fewer
}

// Numbers of walks.
const (
	naturalDrop eval.Score = 20  // below the best move, in hundredths of a man, that a walk takes
	walkEnds    eval.Score = 100 // a walk ends where a side is so far ahead
	walkPlies              = 60  // and after so many plies
)

// ScanWalks scans the positions that walks come to, each once. Report is called after each walk, with
// the entries found that are not in known.
func ScanWalks(ctx context.Context, w Walks, c Criterion, known []antibook.Entry, o Options, report func([]antibook.Entry)) error {
	have := antibook.NewSet(known)
	numbers := make([]uint64, w.Number)
	for i := range numbers {
		numbers[i] = uint64(i)
	}
	scanned, told := newVisited(), newVisited()
	work := func(ctx context.Context, j *judge, number uint64) ([]antibook.Entry, error) {
		return c.walk(ctx, j, w, rand.New(rand.NewPCG(w.Seed, number)), have, scanned)
	}
	return crew(ctx, o, numbers, work, func(_ uint64, found []antibook.Entry) {
		var fresh []antibook.Entry
		for _, e := range found {
			if told.first(e.Position) {
				fresh = append(fresh, e)
			}
		}
		report(fresh)
	})
}

// walk goes from a random root and scans what it comes to.
func (c Criterion) walk(ctx context.Context, j *judge, w Walks, random *rand.Rand, have *antibook.Set, scanned *visited) (all []antibook.Entry, err error) {
	p := w.Roots[random.IntN(len(w.Roots))]
	for range walkPlies {
		if p.Pieces() < w.Pieces || !p.HasMove() {
			break
		}
		var found []antibook.Entry
		var quick map[board.Move]opinion
		if scanned.first(p) {
			found, quick, err = c.scan(ctx, j, p, have)
		} else {
			quick, err = j.quick(ctx, p, c)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		m, ok := natural(p, quick, random)
		if !ok {
			break
		}
		p = p.Play(m)
	}
	return all, nil
}

// natural returns a random move that looks about as good as the best, and none where the game is decided.
func natural(p board.Position, quick map[board.Move]opinion, random *rand.Rand) (board.Move, bool) {
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

// visited remembers positions for several goroutines; mirrors are the same.
type visited struct {
	mu        sync.Mutex
	positions map[board.Position]bool
}

func newVisited() *visited { return &visited{positions: map[board.Position]bool{}} }

// first reports whether p comes for the first time.
func (v *visited) first(p board.Position) bool {
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
