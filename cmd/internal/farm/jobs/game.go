package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/internal/pool"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// Game is the kind of work that plays games of matches.
const Game = "game"

// gameInput is the input of a task.
type gameInput struct {
	Number     int              `json:"number"` // of the game in the match
	Conditions match.Conditions `json:"conditions"`
	Suite      suite            `json:"deck"`
	Patience   time.Duration    `json:"patience"`        // nanoseconds
	Speed      uint64           `json:"speed,omitempty"` // nodes a second for which the clocks are; 0 without clocks
}

// Players returns who plays the games of a match: the workers of the server. A worker must have all engines of the
// match and, if a clock limits a move, the speed of this host.
func (f Flags) Players(ctx context.Context, plan *match.Plan, journal string, patience time.Duration, out *cli.Meter) (
	pool.Pool[match.ScheduledGame, match.Record], func(), error) {
	return produce(ctx, f, out, func(p *Producer) (pool.Pool[match.ScheduledGame, match.Record], error) {
		job, err := p.job(Game, journal)
		if err != nil {
			return nil, err
		}
		for _, spec := range plan.Engines {
			if err := checkShared(spec); err != nil {
				return nil, fmt.Errorf("engine %s: %w", spec.Name, err) // of a match that began on this host
			}
			if name := spec.Command[0]; name != ownEngine {
				job.Needs.Engines = append(job.Needs.Engines, name)
			}
		}
		if job.Needs.Threads, job.Needs.Memory, err = needsOf(plan.Engines); err != nil {
			return nil, err
		}
		if plan.Timed() {
			job.Needs.Speed = farm.RoundSpeed(p.Speed)
		}
		input := gameInput{Conditions: plan.Written(), Patience: patience, Speed: job.Needs.Speed}
		if input.Suite, err = p.shareSuite(ctx, plan.Suite); err != nil {
			return nil, err
		}
		return &farm.Pool[match.ScheduledGame, match.Record]{
			Link: p.Link, Job: job, Progress: p.progress,
			Input: func(_ context.Context, g match.ScheduledGame) (any, uint64, error) {
				task := input
				task.Number = g.Number
				return task, 0, nil // a game ends when it ends
			},
			Check: func(g match.ScheduledGame, r match.Record) error {
				if r.Game != g.Number {
					return fmt.Errorf("the result of game %d is that of game %d", g.Number, r.Game)
				}
				if err := plan.Fits(r); err != nil {
					return err
				}
				_, err := plan.GameScore("", r) // every move is legal
				return err
			},
			Verify: f.Verify / percent, Same: sameGames(plan),
		}, nil
	})
}

// sameGames returns what reports whether two records are of the same game. It is nil if the games of a plan are not the same each time
// they are played: with a limit of time, with several threads, or with engines of which this program knows nothing.
func sameGames(plan *match.Plan) func(a, b match.Record) bool {
	for _, spec := range plan.Engines {
		if threads, _, err := needsOf([]client.Spec{spec}); spec.Command[0] != ownEngine || err != nil || threads > 1 {
			return nil
		}
	}
	if plan.Timed() {
		return nil
	}
	return func(a, b match.Record) bool {
		moves := func(x, y match.Ply) bool { return x.Move == y.Move }
		return a.Opening == b.Opening && a.Black == b.Black && a.White == b.White && a.Result == b.Result && a.Ending == b.Ending &&
			slices.EqualFunc(a.Plies, b.Plies, moves)
	}
}

// gamePlayer does tasks of matches.
type gamePlayer struct {
	files  *farm.Files
	tools  Tools
	common gameInput // the input of the last task without its number
	player *match.Player
	plan   *match.Plan
}

// Do plays the game of a task.
func (g *gamePlayer) Do(ctx context.Context, data json.RawMessage) (any, error) {
	input, common, err := readInput(data, gameInput.check)
	if err != nil {
		return nil, err
	}
	if g.player == nil || !reflect.DeepEqual(common, g.common) {
		if err := g.prepare(ctx, input); err != nil {
			return nil, err
		}
		g.common = common
	}
	return g.player.Do(ctx, g.plan.Scheduled(input.Number))
}

// check returns what all games of the match have in common, or an error if there is no such game.
func (i gameInput) check() (common gameInput, err error) {
	if i.Number < 1 {
		return i, fmt.Errorf("game %d: games are numbered from 1", i.Number)
	}
	i.Number = 0
	return i, nil
}

// prepare makes the player for the match of a task.
func (g *gamePlayer) prepare(ctx context.Context, i gameInput) error {
	if err := g.Close(); err != nil {
		return err
	}
	plan := &match.Plan{Conditions: i.Conditions, Games: 1}
	suite, err := i.Suite.open(ctx, g.files, plan.Barred)
	if err != nil {
		return err
	}
	if err := plan.Play(suite); err != nil {
		return farm.Refusal{Err: err}
	}
	if err := g.enlist(plan); err != nil {
		return err
	}
	if plan.Written().Digest != plan.Digest {
		return farm.Refusal{Err: errors.New("the openings are not those of the match")}
	}
	plan.Scale(farm.ClockFactor(i.Speed, g.tools.Speed))
	var databases match.Databases
	if plan.Adjudicate > 0 {
		if have := g.tools.Databases.Complete(); plan.Adjudicate > have {
			return farm.Refusal{Err: fmt.Errorf("adjudicate %d: the databases in the program have all endings of %d pieces", plan.Adjudicate, have)}
		}
		databases = g.tools.Databases
	}
	g.plan = plan
	g.player = match.NewPlayer(plan, client.Setup{MoveRule: plan.MoveRule, Patience: i.Patience}, databases)
	return nil
}

// enlist puts the engines of a task into the plan, which must then be valid.
func (g *gamePlayer) enlist(plan *match.Plan) error {
	for _, text := range plan.Specs {
		spec, err := g.tools.engine(text)
		if err != nil {
			return farm.Refusal{Err: fmt.Errorf("engine %s: %w", board.Quote(text), err)}
		}
		plan.Engines = append(plan.Engines, spec)
	}
	threads, memory, err := needsOf(plan.Engines)
	if err == nil {
		err = g.tools.allow(threads, memory)
	}
	if err != nil {
		return farm.Refusal{Err: err}
	}
	if err := plan.Validate(); err != nil {
		return farm.Refusal{Err: err}
	}
	return nil
}

// Close ends the engines.
func (g *gamePlayer) Close() error {
	if g.player == nil {
		return nil
	}
	p := g.player
	g.player, g.plan = nil, nil
	return p.Close()
}
