package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/engine/match/player"
)

// restartPause is how long a program gets between two attempts to start it.
const restartPause = time.Second

// crew is the players of one worker: it plays one game at a time, and keeps the
// processes of the two engines that met last.
type crew struct {
	plan    *Plan
	setup   player.Setup
	players map[int]*player.Player
}

func newCrew(plan *Plan, setup player.Setup) *crew {
	return &crew{plan: plan, setup: setup, players: map[int]*player.Player{}}
}

// play plays a fixture. The error is about the match: the context has ended, or an
// engine does not start any more.
func (w *crew) play(ctx context.Context, databases Databases, f Fixture) (Record, error) {
	c := newContest(w.plan, databases, f)
	w.keepOnly(f.Black, f.White)
	for side, engine := range [2]int{board.Black: f.Black, board.White: f.White} {
		p, err := w.seat(ctx, engine)
		if err != nil && !errors.Is(err, errNoStart) {
			err = c.blame(ctx, board.Color(side), err)
		}
		if err != nil || p == nil {
			return c.record, err
		}
		c.players[side] = p
	}
	err := c.play(ctx)
	return c.record, err
}

// seat returns an engine's player, ready for a new game, or nil and whose fault it is that
// it is not. One that has failed, in the last game or since, is started anew: by then it
// has lost a game for it.
func (w *crew) seat(ctx context.Context, engine int) (*player.Player, error) {
	if p := w.players[engine]; p != nil && p.Broken() {
		w.dismiss(engine)
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
func (w *crew) start(ctx context.Context, engine int) (*player.Player, error) {
	spec := w.plan.Engines[engine]
	p, err := player.Start(ctx, spec, w.setup)
	if err == nil || ctx.Err() != nil {
		return p, err
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(restartPause):
	}
	if p, err = player.Start(ctx, spec, w.setup); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoStart, err)
	}
	return p, nil
}

var errNoStart = errors.New("an engine does not start")

// keepOnly ends the processes of all other engines.
func (w *crew) keepOnly(engines ...int) {
	for engine := range w.players {
		if engine != engines[0] && engine != engines[1] {
			w.dismiss(engine)
		}
	}
}

// dismiss ends an engine's process.
func (w *crew) dismiss(engine int) {
	w.players[engine].Close()
	delete(w.players, engine)
}

// close ends all processes.
func (w *crew) close() {
	for engine := range w.players {
		w.dismiss(engine)
	}
}
