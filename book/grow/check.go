package grow

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Sample says which positions of a book are searched afresh, and how long.
type Sample struct {
	Number  int     // of positions with a choice of moves
	Seed    uint64  // which ones
	Times   float64 // as many nodes as the book's own search
	HashMiB int     // table of each search
	Threads int     // searches at once
}

// Trial is what a fresh search makes of a book's best move.
type Trial struct {
	Position board.Position
	Move     board.Move // the book's best
	Nodes    uint64     // of each fresh search
	Best     eval.Score // of all moves, to the fresh search
	Kept     eval.Score // of the book's move, to a search of it alone
}

// Lost returns how much the book's move is worse than the best one, 0 at least, in hundredths of a man.
func (t Trial) Lost() eval.Score { return max(0, t.Best-t.Kept) }

// Check searches a random sample of positions afresh, and the book's best moves beside the best ones. Report
// is called after each, one call at a time, with the number of all: less than the sample's where the book has no more. It is
// an error if the book has none.
func Check(ctx context.Context, b *book.Book, s Sample, report func(t Trial, all int)) error {
	todo := s.trials(b)
	if len(todo) == 0 {
		return fmt.Errorf("book %s: no position with a choice of moves was searched", b.Name())
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var mu sync.Mutex // guards next, failed and report
	next, failed := 0, error(nil)
	take := func() (Trial, bool) {
		mu.Lock()
		defer mu.Unlock()
		if next == len(todo) || failed != nil || ctx.Err() != nil {
			return Trial{}, false
		}
		next++
		return todo[next-1], true
	}
	var workers sync.WaitGroup
	for range max(1, s.Threads) {
		workers.Go(func() {
			for t, ok := take(); ok; t, ok = take() {
				err := s.try(ctx, &t)
				mu.Lock()
				switch {
				case ctx.Err() != nil:
				case err != nil:
					failed = err
				default:
					report(t, len(todo))
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if failed != nil {
		return failed
	}
	return ctx.Err()
}

// trials returns the sample.
func (s Sample) trials(b *book.Book) (all []Trial) {
	for p, e := range b.All() {
		if nodes := nodesOf(e.Source); nodes > 0 && !isForced(p) && len(e.Moves) > 0 {
			all = append(all, Trial{Position: p, Move: e.Moves[0].Move, Nodes: max(1, uint64(s.Times*float64(nodes)))})
		}
	}
	rand.New(rand.NewPCG(s.Seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(s.Number, len(all))]
}

// nodesOf returns the nodes that a source tells of, 0 if it tells of none.
func nodesOf(source string) (nodes uint64) {
	if _, err := fmt.Sscanf(source, searchNote, &nodes); err != nil {
		return 0
	}
	return nodes
}

// try searches a position afresh.
func (s Sample) try(ctx context.Context, t *Trial) error {
	fresh := Search{Nodes: t.Nodes, Moves: 1, HashMiB: s.HashMiB}
	e, err := fresh.engine()
	if err != nil {
		return err
	}
	defer func() { _ = e.Close() }() // it wrote nothing
	all, err := fresh.try(ctx, e, task{position: t.Position})
	if err != nil || ctx.Err() != nil {
		return err
	}
	t.Best, t.Kept = all.moves[0].Searched, all.moves[0].Searched
	if all.moves[0].Move == t.Move {
		return nil
	}
	alone, err := fresh.try(ctx, e, task{position: t.Position, without: allBut(t.Position, t.Move)})
	if err == nil && ctx.Err() == nil {
		t.Kept = alone.moves[0].Searched
	}
	return err
}

// allBut returns the moves of p without one.
func allBut(p board.Position, m board.Move) (others []book.Move) {
	var moves board.MoveList
	p.Moves(&moves)
	for _, other := range moves.Slice() {
		if other != m {
			others = append(others, book.Move{Move: other})
		}
	}
	return others
}
