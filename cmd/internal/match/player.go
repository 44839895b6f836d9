package match

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// restartPause is the time between two attempts to start an engine.
const restartPause = time.Second

// Player plays games of a plan, one after the other. It keeps the processes of the two engines of the last game. Only
// one goroutine may use it at a time.
type Player struct {
	plan      *Plan
	setup     client.Setup
	databases Databases  // nil for none
	broadcast *Broadcast // nil for none
	lateness  *lateness
	players   map[int]*client.Player
}

// NewPlayer returns a player without engines. The databases decide games early, nil for none. The caller must call
// Close.
func NewPlayer(plan *Plan, setup client.Setup, databases Databases) *Player {
	return &Player{
		plan: plan, setup: setup, databases: databases, lateness: newLateness(systemClock{}), players: map[int]*client.Player{},
	}
}

// Do plays a scheduled game. The error is about the match: the context has ended, or an
// engine does not start any more.
func (w *Player) Do(ctx context.Context, f ScheduledGame) (Record, error) {
	defer w.measure()()
	c := newGameRunner(w.plan, w.databases, w.lateness, f)
	w.keepOnly(f.Black, f.White)
	for side, engine := range [2]int{board.Black: f.Black, board.White: f.White} {
		p, err := w.ready(ctx, engine)
		if err != nil && !errors.Is(err, errNoStart) {
			err = c.blame(ctx, board.Color(side), err)
		}
		if err != nil || p == nil {
			return c.record, err
		}
		c.players[side] = p
	}
	defer w.broadcast.leave(f.Number)
	w.lateness.begin()
	err := c.play(ctx, w.broadcast)
	c.record.HostLateness = w.lateness.ofGame()
	for _, engine := range [2]int{f.Black, f.White} {
		if w.plan.Engines[engine].Restart {
			w.end(engine)
		}
	}
	return c.record, err
}

// measure measures the lateness of the host until stop is called, if a clock limits the moves of the match. It begins
// before the engines of a game start, so that the first move of a match has a measured allowance.
func (w *Player) measure() (stop func()) {
	if !w.plan.Timed() {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var measuring sync.WaitGroup
	measuring.Go(func() { w.lateness.measure(ctx) })
	return func() {
		cancel()
		measuring.Wait()
	}
}

// ready returns the player of an engine, ready for a new game. A player that has failed is closed, and
// its engine is started again: the engine has lost a game for that failure already. The error is a
// *client.Fault, errNoStart or that of the context.
func (w *Player) ready(ctx context.Context, engine int) (*client.Player, error) {
	if p := w.players[engine]; p != nil && p.Broken() {
		w.end(engine)
	}
	if w.players[engine] == nil {
		p, err := w.start(ctx, engine)
		if err != nil {
			return nil, err
		}
		w.players[engine] = p
	}
	if err := w.players[engine].NewGame(ctx); err != nil {
		return nil, err
	}
	return w.players[engine], nil
}

// start starts an engine, at the second attempt if need be.
func (w *Player) start(ctx context.Context, engine int) (*client.Player, error) {
	spec := w.plan.Engines[engine]
	p, err := client.Start(ctx, spec, w.setup)
	if err == nil || ctx.Err() != nil {
		return p, err
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(restartPause):
	}
	if p, err = client.Start(ctx, spec, w.setup); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoStart, err)
	}
	return p, nil
}

var errNoStart = errors.New("an engine does not start")

// keepOnly ends the processes of all other engines.
func (w *Player) keepOnly(engines ...int) {
	for engine := range w.players {
		if engine != engines[0] && engine != engines[1] {
			w.end(engine)
		}
	}
}

// end ends an engine's process.
func (w *Player) end(engine int) {
	w.players[engine].Close()
	delete(w.players, engine)
}

// Close ends all processes.
func (w *Player) Close() error {
	for engine := range w.players {
		w.end(engine)
	}
	return nil
}

// gameRunner plays one game.
type gameRunner struct {
	plan     *Plan
	referee  *referee
	lateness *lateness
	players  [2]*client.Player
	clocks   *clocks
	game     *board.Game
	record   Record
}

func newGameRunner(plan *Plan, databases Databases, late *lateness, f ScheduledGame) *gameRunner {
	opening := plan.Opening(f)
	game := opening.Game()
	game.MoveRule = plan.MoveRule
	return &gameRunner{
		plan:     plan,
		referee:  newReferee(&plan.Conditions, databases),
		lateness: late,
		clocks:   newClocks([2]client.Limits{plan.limits(f.Black), plan.limits(f.White)}, [2]time.Duration{plan.margin(f.Black), plan.margin(f.White)}),
		game:     game,
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
	if errors.Is(err, client.ErrResigned) {
		g.record.decide(board.Won(side.Opponent()), Resigned)
		return nil
	}
	var fault *client.Fault
	if !errors.As(err, &fault) || ctx.Err() != nil {
		return err
	}
	g.record.decide(board.Won(side.Opponent()), fault.Kind.String())
	g.record.Loser, g.record.Detail, g.record.FaultElapsed = fault.Engine, fault.Detail, fault.Elapsed
	return nil
}

// over ends the game if the referee says so. It reports whether the game has ended.
func (g *gameRunner) over() bool {
	winner, ending, over := g.referee.over(g.game, &g.record)
	if over {
		g.record.decide(winner, ending)
	}
	return over
}

// move asks the side to move for its move and plays it.
func (g *gameRunner) move(ctx context.Context, side board.Color) error {
	p := g.game.Position()
	request := client.Request{
		Game: g.game, Limits: g.clocks.limits[side],
		Clocks: g.clocks.left, Increments: g.clocks.increments(),
		MovesToGo: g.clocks.movesToGo(side), Deadline: g.clocks.deadline(side),
	}
	if !g.plan.exactMargin(g.record.engine(side)) {
		request.Allowance = g.lateness.allowance()
	}
	reply, err := g.players[side].Think(ctx, request)
	if err != nil {
		return err
	}
	late := request.Deadline > 0 && reply.Elapsed > request.Deadline
	g.clocks.spend(side, reply.Elapsed)
	g.record.add(p, reply, g.clocks.left[side], late)
	g.game.Play(reply.Move)
	g.referee.hear(g.game, &g.record)
	return nil
}
