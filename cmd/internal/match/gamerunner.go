package match

import (
	"context"
	"errors"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
)

// gameRunner plays one game.
type gameRunner struct {
	plan      *Plan
	databases Databases // nil for none
	lateness  *lateness
	players   [2]*player.Player
	clocks    *clocks
	game      *board.Game
	record    Record
}

func newGameRunner(plan *Plan, databases Databases, late *lateness, f ScheduledGame) *gameRunner {
	opening := plan.Opening(f)
	game := opening.Game()
	game.MoveRule = plan.MoveRule
	return &gameRunner{
		plan:      plan,
		databases: databases,
		lateness:  late,
		clocks:    newClocks([2]player.Limits{plan.limits(f.Black), plan.limits(f.White)}, plan.Margin),
		game:      game,
		record: Record{
			Game: f.Number, Opening: opening.ID, Black: f.Black, White: f.White,
			Began: time.Now().UTC().Truncate(time.Second), Plies: []Ply{},
		},
	}
}

// play plays the game to its end, before those who watch. An error is not the fault of an engine; the game then
// has no result.
func (g *gameRunner) play(ctx context.Context, broadcast *Broadcast) error {
	for !g.over() {
		broadcast.play(g.record)
		side := g.game.Position().Turn
		if err := g.move(ctx, side); err != nil {
			return g.blame(ctx, side, err)
		}
	}
	return nil
}

// blame ends the game with the loss of a side if err is a fault of its engine, or if the engine resigns. Otherwise it returns
// err.
func (g *gameRunner) blame(ctx context.Context, side board.Color, err error) error {
	if errors.Is(err, player.ErrResigned) {
		g.record.decide(board.Won(side.Opponent()), Resigned)
		return nil
	}
	var fault *player.Fault
	if !errors.As(err, &fault) || ctx.Err() != nil {
		return err
	}
	g.record.decide(board.Won(side.Opponent()), fault.Kind.String())
	g.record.Loser, g.record.Detail, g.record.Late = fault.Engine, fault.Detail, fault.Elapsed
	return nil
}

// over ends the game if the rules or the databases decide it, or if both engines see a draw. It reports
// whether the game has ended.
func (g *gameRunner) over() bool {
	p := g.game.Position()
	if o, over := g.game.Outcome(); over {
		g.record.decide(o.Winner, o.By.String())
		return true
	}
	if g.databases != nil && p.Pieces() <= g.plan.Adjudicate {
		if result := g.databases.Probe(p); result != board.Unknown {
			g.record.decide(result.Winner(p.Turn), Adjudicated)
			return true
		}
	}
	if g.plan.Draw > 0 && g.record.agreed(g.plan.Draw) {
		g.record.decide(board.Drawn, Agreed)
		return true
	}
	return false
}

// move asks the side to move for its move and plays it.
func (g *gameRunner) move(ctx context.Context, side board.Color) error {
	p := g.game.Position()
	request := player.Request{
		Game: g.game, Limits: g.clocks.limits[side],
		Clocks: g.clocks.left, Increments: g.clocks.increments(),
		Deadline: g.clocks.deadline(side),
	}
	if !g.plan.ExactMargin {
		request.Grace = g.lateness.grace()
	}
	reply, err := g.players[side].Think(ctx, request)
	if err != nil {
		return err
	}
	late := request.Deadline > 0 && reply.Elapsed > request.Deadline
	g.clocks.spend(side, reply.Elapsed)
	g.record.add(p, reply, g.clocks.left[side], late)
	g.game.Play(reply.Move)
	return nil
}
