package antibooklearn

import (
	"context"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// BookPositions returns the positions of a book that are worth a scan. Their score is at least c.Held, and the searches
// of the book have scored one of their moves at least half as bad as c.Lost.
func BookPositions(b *book.Book, c Criterion) (all []board.Position) {
	for p, e := range b.All() {
		if e.Depth == 0 || e.Score() < c.Held {
			continue
		}
		worst := slices.MinFunc(e.Moves, func(a, b book.Move) int { return int(a.Searched - b.Searched) })
		if worst.Searched <= c.Lost/suspectShare {
			all = append(all, p)
		}
	}
	return all
}

// GamePositions returns the positions of games that have at least the given number of pieces. Each position is there
// once, in the order of the games.
func GamePositions(games []Game, pieces int) (all []board.Position) {
	seen := map[board.Position]bool{}
	for _, g := range games {
		for p := range g.Game.Walk(g.Game.Start) {
			if !seen[p] && p.Pieces() >= pieces {
				seen[p] = true
				all = append(all, p)
			}
		}
	}
	return all
}

// Scan searches positions of a book or of games for moves that look good but lose by the criterion. Report is
// called after each position, with the entries found that are not in known.
func Scan(ctx context.Context, positions []board.Position, c Criterion, known []antibook.Entry, o Options, report func([]antibook.Entry)) error {
	knownSet := antibook.NewSet(known)
	seen := map[board.Position]bool{}
	work := func(ctx context.Context, a *analyzer, p board.Position) ([]antibook.Entry, error) {
		found, _, err := c.scan(ctx, a, p, knownSet)
		return found, err
	}
	return inParallel(ctx, o, positions, work, func(_ board.Position, found []antibook.Entry) {
		report(slices.DeleteFunc(found, func(e antibook.Entry) bool {
			again := seen[e.Position] || seen[e.Position.Mirror()]
			seen[e.Position] = true
			return again
		}))
	})
}

// scan returns entries for the moves of p that fit the criterion, and the findings of the quick search for every move.
func (c Criterion) scan(ctx context.Context, a *analyzer, p board.Position, knownSet *antibook.Set) (found []antibook.Entry, quick map[board.Move]finding, err error) {
	quick, err = a.quick(ctx, p, c)
	if err != nil || len(quick) < 2 {
		return nil, quick, err
	}
	for m := range p.Legal() {
		after := p.Play(m)
		if quick[m].score < c.Looks || !after.HasMove() || knownSet.Contains(after) {
			continue
		}
		e, err := c.confirm(ctx, a, p, m, quick[m])
		if err != nil {
			return nil, nil, err
		}
		if e != nil {
			found = append(found, *e)
		}
	}
	return found, quick, nil
}

// quick returns the findings of a quick search of p for every move.
func (a *analyzer) quick(ctx context.Context, p board.Position, c Criterion) (map[board.Move]finding, error) {
	if err := a.clear(); err != nil {
		return nil, err
	}
	moves := map[board.Move]finding{}
	limits := search.Limits{Depth: search.Depth(c.Quick + 1), MultiPV: board.MaxMoves}
	return moves, a.search(ctx, p, limits, func(l engine.Lines) {
		for _, i := range l.All() {
			moves[i.Move()] = finding{score: known(i), depth: int(i.Depth) - 1}
		}
	})
}

// confirm returns an entry for the position after a move that looks good, if the position fits the criterion.
func (c Criterion) confirm(ctx context.Context, a *analyzer, before board.Position, m board.Move, quick finding) (*antibook.Entry, error) {
	after := before.Play(m)
	if lost, err := c.findsLoss(ctx, a, after); err != nil || !lost {
		return nil, err
	}
	if err := a.clear(); err != nil {
		return nil, err
	}
	held, ok, err := a.best(ctx, before, search.Limits{Nodes: c.Nodes}, m)
	if err != nil || !ok || held < c.Held {
		return nil, err
	}
	if err := a.clear(); err != nil {
		return nil, err
	}
	last, err := a.analyze(ctx, after, search.Limits{Nodes: c.Confirm}, c.Looks)
	if err != nil || last.score > c.Lost {
		return nil, err
	}
	return &antibook.Entry{
		Position: after,
		Reason:   c.reason(before.MoveText(m), quick, last, held),
		Source:   fmt.Sprintf("scan, %d nodes", c.Confirm),
	}, nil
}
