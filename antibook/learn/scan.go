package learn

import (
	"context"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// BookPositions returns the positions of a book that hold by the criterion, and in which its own searches found, or left
// behind those that they name, a move that is half as bad as a loss: the others would be scanned for nothing.
func BookPositions(b *book.Book, c Criterion) (all []board.Position) {
	for p, e := range b.All() {
		if e.Depth == 0 || e.Score() < c.Held {
			continue
		}
		worst := slices.MinFunc(e.Moves, func(a, b book.Move) int { return int(a.Searched - b.Searched) })
		if worst.Searched <= c.Lost/onTheWay {
			all = append(all, p)
		}
	}
	return all
}

// GamePositions returns the positions of games that have so many pieces at least, each once, in the order of the
// games.
func GamePositions(games []Game, pieces int) (all []board.Position) {
	seen := map[board.Position]bool{}
	for _, g := range games {
		p := g.Game.Start
		for _, n := range g.Game.Moves {
			if !seen[p] && p.Pieces() >= pieces {
				seen[p] = true
				all = append(all, p)
			}
			p = p.Play(n.Move)
		}
	}
	return all
}

// Scan looks beside positions, of a book or of games, for natural moves that lose by the criterion. Report is
// called after each position, with the entries found that are not in known.
func Scan(ctx context.Context, positions []board.Position, c Criterion, known []antibook.Entry, o Options, report func([]antibook.Entry)) error {
	have := antibook.NewSet(known)
	seen := map[board.Position]bool{}
	work := func(ctx context.Context, j *judge, p board.Position) ([]antibook.Entry, error) {
		found, _, err := c.scan(ctx, j, p, have)
		return found, err
	}
	return crew(ctx, o, positions, work, func(_ board.Position, found []antibook.Entry) {
		report(slices.DeleteFunc(found, func(e antibook.Entry) bool {
			again := seen[e.Position] || seen[e.Position.Mirror()]
			seen[e.Position] = true
			return again
		}))
	})
}

// scan returns entries for the moves of p that fit the criterion, if p holds, and what the quick search thinks of
// every move.
func (c Criterion) scan(ctx context.Context, j *judge, p board.Position, have *antibook.Set) (found []antibook.Entry, quick map[board.Move]opinion, err error) {
	quick, err = j.quick(ctx, p, c)
	if err != nil || len(quick) < 2 {
		return nil, quick, err
	}
	var moves board.MoveList
	p.Moves(&moves)
	for _, m := range moves.Slice() {
		after := p.Play(m)
		if quick[m].score < c.Looks || !after.HasMove() || have.Contains(after) {
			continue
		}
		e, err := c.try(ctx, j, p, m, quick[m])
		if err != nil {
			return nil, nil, err
		}
		if e != nil {
			found = append(found, *e)
		}
	}
	return found, quick, nil
}

// quick returns what a quick search of p thinks of every move.
func (j *judge) quick(ctx context.Context, p board.Position, c Criterion) (map[board.Move]opinion, error) {
	if err := j.forget(); err != nil {
		return nil, err
	}
	moves := map[board.Move]opinion{}
	limits := search.Limits{Depth: search.Depth(c.Quick + 1), MultiPV: board.MaxMoves}
	return moves, j.search(ctx, p, limits, func(i search.Info) {
		moves[i.Move()] = opinion{score: known(i), depth: int(i.Depth) - 1}
	})
}

// try returns an entry for the position behind a move that looks well if it fits the criterion.
func (c Criterion) try(ctx context.Context, j *judge, before board.Position, m board.Move, quick opinion) (*antibook.Entry, error) {
	after := before.Play(m)
	if lost, err := c.grow(ctx, j, after); err != nil || !lost {
		return nil, err
	}
	if err := j.forget(); err != nil {
		return nil, err
	}
	held, ok, err := j.best(ctx, before, search.Limits{Nodes: c.Nodes}, m)
	if err != nil || !ok || held < c.Held {
		return nil, err
	}
	if err := j.forget(); err != nil {
		return nil, err
	}
	last, err := j.judge(ctx, after, search.Limits{Nodes: c.Confirm}, c.Looks)
	if err != nil || last.score > c.Lost {
		return nil, err
	}
	return &antibook.Entry{
		Position: after,
		Reason:   c.reason(before.MoveText(m), quick, last, held),
		Source:   fmt.Sprintf("scan, %d nodes", c.Confirm),
	}, nil
}
