package learn

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
	"github.com/zonda-checkers/zonda/search"
)

// Game is a game that a side lost.
type Game struct {
	Name  string // for the source of an entry
	Game  *pdn.Game
	Loser board.Color
}

// Learn goes through the games backwards and finds in each the last position from which it was lost already though
// a quick search liked it, and though there was another move. Searches go on with the table of those before
// them: they know what is to come, and see the loss earlier. Report is called after every game, with
// nil where nothing was found.
func Learn(ctx context.Context, games []Game, c Criterion, o Options, report func(Game, *antibook.Entry)) error {
	work := func(ctx context.Context, j *judge, g Game) (*antibook.Entry, error) { return c.learn(ctx, j, g) }
	return crew(ctx, o, games, work, report)
}

func (c Criterion) learn(ctx context.Context, j *judge, g Game) (*antibook.Entry, error) {
	quick, err := newJudge(quickHash)
	if err != nil {
		return nil, err
	}
	defer quick.close()
	if err := j.forget(); err != nil {
		return nil, err
	}
	positions := []board.Position{g.Game.Start}
	for _, n := range g.Game.Moves {
		positions = append(positions, positions[len(positions)-1].Play(n.Move))
	}
	for i := len(g.Game.Moves) - 1; i >= 0; i-- {
		before, after := positions[i], positions[i+1]
		if before.Turn != g.Loser || !after.HasMove() {
			continue
		}
		e, err := c.blame(ctx, j, quick, g, before, g.Game.Moves[i].Move)
		if e != nil || err != nil {
			return e, err
		}
	}
	return nil, nil
}

// quickHash is the table of quick searches in MiB: they are small.
const quickHash = 1

// blame returns an entry for the position after a move of the loser if it fits the criterion.
func (c Criterion) blame(ctx context.Context, j, quick *judge, g Game, before board.Position, m board.Move) (*antibook.Entry, error) {
	after := before.Play(m)
	if err := quick.forget(); err != nil {
		return nil, err
	}
	liked, err := quick.judge(ctx, after, search.Limits{Depth: search.Depth(c.Quick)}, c.Looks)
	if err != nil {
		return nil, err
	}
	lost, err := c.grow(ctx, j, after)
	if err != nil || !lost || liked.score < c.Looks {
		return nil, err
	}
	held, ok, err := j.best(ctx, before, search.Limits{Nodes: c.Nodes}, m)
	if err != nil || !ok || held < c.Held {
		return nil, err
	}
	// What the table of later positions said is held against a search that knows nothing.
	fresh, err := newJudge(confirmHash)
	if err != nil {
		return nil, err
	}
	defer fresh.close()
	last, err := fresh.judge(ctx, after, search.Limits{Nodes: c.Confirm}, c.Looks)
	if err != nil || last.score > c.Lost {
		return nil, err
	}
	return &antibook.Entry{
		Position: after,
		Reason:   c.reason(before.MoveText(m), liked, last, held),
		Source:   fmt.Sprintf("%s, %d nodes", g.Name, c.Confirm),
	}, nil
}

// confirmHash is the table of the last search in MiB.
const confirmHash = 64
