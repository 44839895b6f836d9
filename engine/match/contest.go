package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/player"
)

// contest is a game in play.
type contest struct {
	plan      *Plan
	databases Databases // nil for none
	players   [2]*player.Player
	clocks    *clocks
	game      *board.Game
	record    Record
}

func newContest(plan *Plan, databases Databases, f Fixture) *contest {
	opening := plan.Opening(f)
	return &contest{
		plan:      plan,
		databases: databases,
		clocks:    newClocks([2]player.Limits{plan.limits(f.Black), plan.limits(f.White)}, plan.Margin),
		game:      opening.Game(),
		record: Record{
			Game: f.Number, Opening: opening.ID, Black: f.Black, White: f.White,
			Began: time.Now().UTC().Truncate(time.Second), Plies: []Ply{},
		},
	}
}

// play plays the game to its end. The fault is that of the player who lost by it, nil
// if the game was played out; the error is about the match, and then there is no result.
func (c *contest) play(ctx context.Context) (*player.Fault, error) {
	for !c.over() {
		side := c.game.Position().Turn
		err := c.move(ctx, side)
		var fault *player.Fault
		if errors.As(err, &fault) && ctx.Err() == nil {
			c.record.forfeit(side, fault)
			return fault, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// over decides the game if the rules or the databases do.
func (c *contest) over() bool {
	p := c.game.Position()
	if result, ending := c.game.Outcome(c.plan.MoveRule); ending != board.Ongoing {
		c.record.decide(p.Turn, result, ending.String())
		return true
	}
	if c.databases == nil || p.Pieces() > c.plan.Adjudicate {
		return false
	}
	result := c.databases.Probe(p)
	if result == board.Unknown {
		return false
	}
	c.record.decide(p.Turn, result, Adjudicated)
	return true
}

// move asks the side to move for its move and plays it.
func (c *contest) move(ctx context.Context, side board.Color) error {
	p := c.game.Position()
	reply, err := c.players[side].Think(ctx, player.Request{
		Game: c.game, Limits: c.clocks.limits[side],
		Clocks: c.clocks.left, Increments: c.clocks.increments(),
		Deadline: c.clocks.allowance(side),
	})
	if err != nil {
		return err
	}
	allowed := c.clocks.allowance(side)
	inTime := c.clocks.spend(side, reply.Elapsed)
	c.record.add(p.MoveText(reply.Move), reply, c.clocks.left[side])
	if !inTime {
		return &player.Fault{
			Engine: c.players[side].Name(), Kind: player.Timeout,
			Detail: fmt.Sprintf("%s took %v where %v was left", p.MoveText(reply.Move),
				reply.Elapsed.Round(time.Millisecond), allowed.Round(time.Millisecond)),
		}
	}
	c.game.Play(reply.Move)
	return nil
}
