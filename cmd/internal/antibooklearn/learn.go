package antibooklearn

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/search"
)

// Game is a game that a side lost.
type Game struct {
	Name  string // part of the source of an entry
	Game  *pdn.Game
	Loser board.Color
}

// Learn goes through each game backwards to the last position that fits the criterion: a quick search finds it good, deep
// searches find it lost, and another move would have avoided the loss. A search uses the transposition table of the search
// before. That search was of a later position, so the loss is found with fewer nodes. Report is called after every game,
// with nil if nothing was found.
func Learn(ctx context.Context, games []Game, c Criterion, o Options, report func(Game, *antibook.Entry)) error {
	work := func(ctx context.Context, a *analyzer, g Game) (*antibook.Entry, error) { return c.learn(ctx, a, g) }
	return inParallel(ctx, o, games, work, report)
}

func (c Criterion) learn(ctx context.Context, a *analyzer, g Game) (*antibook.Entry, error) {
	quick, err := newAnalyzer(quickHash)
	if err != nil {
		return nil, err
	}
	defer quick.Close()
	if err := a.clear(); err != nil {
		return nil, err
	}
	positions := g.Game.Positions(g.Game.Start)
	for i := len(g.Game.Moves) - 1; i >= 0; i-- {
		before, after := positions[i], positions[i+1]
		if before.Turn != g.Loser || !after.HasMove() {
			continue
		}
		e, err := c.entryAfter(ctx, a, quick, g, before, g.Game.Moves[i].Move)
		if e != nil || err != nil {
			return e, err
		}
	}
	return nil, nil
}

// quickHash is the size of the transposition table of quick searches in MiB. These searches have few nodes.
const quickHash = 1

// entryAfter returns an entry for the position after a move of the loser if it fits the criterion.
func (c Criterion) entryAfter(ctx context.Context, a, quick *analyzer, g Game, before board.Position, m board.Move) (*antibook.Entry, error) {
	after := before.Play(m)
	if err := quick.clear(); err != nil {
		return nil, err
	}
	shallow, err := quick.analyze(ctx, after, search.Limits{Depth: search.Depth(c.Quick)}, c.Looks)
	if err != nil {
		return nil, err
	}
	lost, err := c.findsLoss(ctx, a, after)
	if err != nil || !lost || shallow.score < c.Looks {
		return nil, err
	}
	held, ok, err := a.best(ctx, before, search.Limits{Nodes: c.Nodes}, m)
	if err != nil || !ok || held < c.Held {
		return nil, err
	}
	// A search with an empty table must confirm the loss, because the other table holds entries of later positions.
	fresh, err := newAnalyzer(confirmHash)
	if err != nil {
		return nil, err
	}
	defer fresh.Close()
	last, err := fresh.analyze(ctx, after, search.Limits{Nodes: c.Confirm}, c.Looks)
	if err != nil || last.score > c.Lost {
		return nil, err
	}
	return &antibook.Entry{
		Position: after,
		Reason:   c.reason(before.MoveText(m), shallow, last, held),
		Source:   fmt.Sprintf("%s, %d nodes", g.Name, c.Confirm),
	}, nil
}

// confirmHash is the size of the transposition table of the last search in MiB.
const confirmHash = 64
