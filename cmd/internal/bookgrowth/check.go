package bookgrowth

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// Sample says which positions of a book are searched for a check, and how.
type Sample struct {
	Number  int     // of positions with a choice of moves
	Seed    uint64  // decides which positions
	Times   float64 // ratio of the nodes of a check's search to those of the book's
	HashMiB int     // size of the table of each search
	Threads int     // searches at the same time
}

// Trial is the result of a check's searches of a position. Scores are in hundredths of a man.
type Trial struct {
	Position board.Position
	Move     board.Move // the book's best
	Nodes    uint64     // of each search
	Best     eval.Score // of the best move, from a search of all moves
	Kept     eval.Score // of the book's move, from a search of that move alone
}

// Lost returns how much worse the book's move is than the best, in hundredths of a man; 0 if it is not worse.
func (t Trial) Lost() eval.Score { return max(0, t.Best-t.Kept) }

// Check searches a random sample of the positions of a book. Report is called after each, one call at a time, with
// the number of positions in the sample, which is less than Number if the book has fewer. A book without a searched
// position with a choice of moves is an error.
func Check(ctx context.Context, b *book.Book, s Sample, report func(t Trial, all int)) error {
	trials := s.trials(b)
	if len(trials) == 0 {
		return fmt.Errorf("book %s: no position with a choice of moves was searched", b.Name())
	}
	searchers := crew.Goroutines[Trial, Trial]{Number: s.Threads, New: func() (crew.Worker[Trial, Trial], error) {
		return crew.Task[Trial, Trial](s.try), nil
	}}
	return searchers.Do(ctx, crew.Pieces(trials...), func(_, t Trial) error {
		report(t, len(trials))
		return nil
	})
}

// trials returns the positions of the sample, each with the book's best move.
func (s Sample) trials(b *book.Book) (all []Trial) {
	for p, e := range b.All() {
		if nodes := e.Search.Nodes; nodes > 0 && !isForced(p) && len(e.Moves) > 0 {
			all = append(all, Trial{Position: p, Move: e.Moves[0].Move, Nodes: max(1, uint64(s.Times*float64(nodes)))})
		}
	}
	rand.New(rand.NewPCG(s.Seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(s.Number, len(all))]
}

// try searches all moves of a position, and the book's move alone if it is not the best.
func (s Sample) try(ctx context.Context, t Trial) (Trial, error) {
	searcher := &Searcher{}
	defer func() { _ = searcher.Close() }() // it wrote nothing
	q := Question{Position: t.Position, Search: Search{Nodes: t.Nodes, Moves: 1, HashMiB: s.HashMiB}}
	all, err := searcher.Do(ctx, q)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return t, err
	}
	t.Best, t.Kept = all.Moves[0].Searched, all.Moves[0].Searched
	if all.Moves[0].Move == t.Move {
		return t, nil
	}
	q.Moves = []board.Move{t.Move}
	alone, err := searcher.Do(ctx, q)
	if err = cmp.Or(err, ctx.Err()); err == nil {
		t.Kept = alone.Moves[0].Searched
	}
	return t, err
}
