package match

import (
	"context"
	"errors"
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

// play plays the game to its end. The error is about the match, and then there is no result.
func (c *contest) play(ctx context.Context) error {
	for !c.over() {
		side := c.game.Position().Turn
		if err := c.move(ctx, side); err != nil {
			return c.blame(ctx, side, err)
		}
	}
	return nil
}

// blame ends the game if a side is at fault, and otherwise returns the error.
func (c *contest) blame(ctx context.Context, side board.Color, err error) error {
	var fault *player.Fault
	if !errors.As(err, &fault) || ctx.Err() != nil {
		return err
	}
	c.record.forfeit(side, fault)
	return nil
}

// over decides the game if the rules, the databases or both engines do.
func (c *contest) over() bool {
	p := c.game.Position()
	if result, ending := c.game.Outcome(c.plan.MoveRule); ending != board.Ongoing {
		c.record.decide(p.Turn, result, ending.String())
		return true
	}
	if c.databases != nil && p.Pieces() <= c.plan.Adjudicate {
		if result := c.databases.Probe(p); result != board.Unknown {
			c.record.decide(p.Turn, result, Adjudicated)
			return true
		}
	}
	if c.plan.Draw > 0 && c.record.agreed(c.plan.Draw) {
		c.record.decide(p.Turn, board.Draw, Agreed)
		return true
	}
	return false
}

// move asks the side to move for its move and plays it.
func (c *contest) move(ctx context.Context, side board.Color) error {
	p := c.game.Position()
	reply, err := c.players[side].Think(ctx, player.Request{
		Game: c.game, Limits: c.clocks.limits[side],
		Clocks: c.clocks.left, Increments: c.clocks.increments(),
		Deadline: c.clocks.deadline(side),
	})
	if err != nil {
		return err
	}
	c.clocks.spend(side, reply.Elapsed)
	c.record.add(p, reply, c.clocks.left[side])
	c.game.Play(reply.Move)
	return nil
}
