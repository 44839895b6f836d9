package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/match"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/internal/crew"
	protocol "github.com/zonda-checkers/zonda/protocol/session"
)

// Game is the kind of work that plays games of matches.
const Game = "game"

// gameInput is the input of a piece.
type gameInput struct {
	Number     int              `json:"number"` // of the game in the match
	Conditions match.Conditions `json:"conditions"`
	Deck       deck             `json:"deck"`
	Patience   time.Duration    `json:"patience"`        // nanoseconds
	Speed      uint64           `json:"speed,omitempty"` // nodes a second for which the clocks are; 0 without clocks
}

// Players returns who plays the games of a match: the workers of the server. A worker must have all engines of the
// match and, if a clock limits a move, the speed of this machine.
func (f Flags) Players(ctx context.Context, plan *match.Plan, journal string, patience time.Duration, out *cli.Meter) (
	crew.Crew[match.ScheduledGame, match.Record], func(), error) {
	return produce(ctx, f, out, func(p *Producer) (crew.Crew[match.ScheduledGame, match.Record], error) {
		job, err := p.job(Game, journal)
		if err != nil {
			return nil, err
		}
		for _, spec := range plan.Engines {
			if err := checkShared(spec); err != nil {
				return nil, fmt.Errorf("engine %s: %w", spec.Name, err) // of a match that began on this machine
			}
			if name := spec.Command[0]; name != ownEngine {
				job.Needs.Engines = append(job.Needs.Engines, name)
			}
		}
		if plan.Timed() {
			job.Needs.Speed = work.RoundSpeed(p.Speed)
		}
		input := gameInput{Conditions: plan.Written(), Patience: patience, Speed: job.Needs.Speed}
		if input.Deck, err = p.shareDeck(ctx, plan.Deck); err != nil {
			return nil, err
		}
		return &work.Crew[match.ScheduledGame, match.Record]{
			Link: p.Link, Job: job, Progress: p.progress,
			Input: func(_ context.Context, g match.ScheduledGame) (any, uint64, error) {
				piece := input
				piece.Number = g.Number
				return piece, 0, nil // a game ends when it ends
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
		}, nil
	})
}

// gamePlayer does pieces of matches.
type gamePlayer struct {
	files  *work.Files
	tools  Tools
	common gameInput // the input of the last piece without its number
	player *match.Player
	plan   *match.Plan
}

// Do plays the game of a piece.
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

// prepare makes the player for the match of a piece.
func (g *gamePlayer) prepare(ctx context.Context, i gameInput) error {
	if err := g.Close(); err != nil {
		return err
	}
	plan := &match.Plan{Conditions: i.Conditions, Games: 1}
	deck, err := i.Deck.open(ctx, g.files, plan.Barred)
	if err != nil {
		return err
	}
	if err := plan.Play(deck); err != nil {
		return work.Refusal{Err: err}
	}
	if err := g.enlist(plan); err != nil {
		return err
	}
	if plan.Written().Digest != plan.Digest {
		return work.Refusal{Err: errors.New("the openings are not those of the match")}
	}
	plan.Scale(work.ClockFactor(i.Speed, g.tools.Speed))
	var databases match.Databases
	if plan.Adjudicate > 0 {
		if have := g.tools.Databases.Complete(); plan.Adjudicate > have {
			return work.Refusal{Err: fmt.Errorf("adjudicate %d: the databases in the program have all endings of %d pieces", plan.Adjudicate, have)}
		}
		databases = g.tools.Databases
	}
	g.plan = plan
	g.player = match.NewPlayer(plan, player.Setup{MoveRule: plan.MoveRule, Patience: i.Patience}, databases)
	return nil
}

// enlist puts the engines of a piece into the plan, which must then be valid.
func (g *gamePlayer) enlist(plan *match.Plan) error {
	for _, text := range plan.Specs {
		spec, err := g.engine(text)
		if err != nil {
			return work.Refusal{Err: fmt.Errorf("engine %s: %w", board.Quote(text), err)}
		}
		plan.Engines = append(plan.Engines, spec)
	}
	if err := plan.Validate(); err != nil {
		return work.Refusal{Err: err}
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

// ownEngine stands for this program in the engines of a match.
const ownEngine = "zonda"

// engineName is how the name of another engine looks, in the flags of workers and in the engines of a match.
var engineName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$`)

// CheckEngine returns an error unless a worker can have an engine of the name, whose program is at the path.
func CheckEngine(name, path string) error {
	if !engineName.MatchString(name) || name == ownEngine {
		return fmt.Errorf("engine %s: a name has letters, digits, _, . and -, and is not %s", name, ownEngine)
	}
	if _, err := (player.Spec{Command: []string{path}}).Program(); err != nil {
		return fmt.Errorf("engine %s: %w", name, err)
	}
	return nil
}

// Engines returns the engines of a match in the form in which workers know them: cmd=zonda stands for this program,
// and cmd=NAME for an engine of which a worker has said that it has it. Engines without a name get one.
func (f Flags) Engines(texts []string) (all []string, err error) {
	names := map[string]bool{}
	for i, text := range texts {
		spec, err := player.ParseSpec(text)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		if isSelf(spec) {
			spec.Command[0] = ownEngine
		}
		if err := checkShared(spec); err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		if spec.Name == "" {
			spec.Name = unused(spec.Command[0], names)
		}
		names[spec.Name] = true
		all = append(all, spec.String())
	}
	return all, nil
}

// unused returns a name, with a number if it is taken.
func unused(name string, taken map[string]bool) string {
	candidate := name
	for n := 2; taken[candidate]; n++ {
		candidate = fmt.Sprint(name, " ", n)
	}
	return candidate
}

// isSelf reports whether a command line runs this program.
func isSelf(spec player.Spec) bool {
	if spec.Command[0] == ownEngine {
		return true
	}
	path, err := spec.Program()
	if err != nil {
		return false
	}
	self, err := os.Executable()
	if err != nil {
		return false
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(self)
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// ownArguments are the arguments with which this program may be an engine of another machine.
var ownArguments = []string{"protocol", "hub"}

// checkShared returns an error unless an engine may run on other machines: it is known there by its name, and has
// no folder and no arguments. For this program, an option that names a file is an error too.
func checkShared(spec player.Spec) error {
	name, arguments := spec.Command[0], spec.Command[1:]
	if !engineName.MatchString(name) {
		return fmt.Errorf("with --on, cmd= is %s for this program, or the name of an engine that workers have by --engine NAME=PATH; %s is neither",
			ownEngine, name)
	}
	if spec.Dir != "" {
		return errors.New("dir= names a folder of this machine: workers have others")
	}
	if len(arguments) > 0 && (name != ownEngine || len(arguments) > 1 || !slices.Contains(ownArguments, arguments[0])) {
		return errors.New("an engine of another machine has no arguments")
	}
	if name != ownEngine {
		return nil
	}
	for _, o := range spec.Options {
		if isFileOption(o.Name) && o.Value != "" {
			return fmt.Errorf("option %s names a file of this machine: workers have others", o.Name)
		}
	}
	return nil
}

// isFileOption reports whether an option of this program names a file or a folder.
func isFileOption(name string) bool {
	return slices.ContainsFunc(protocol.Options(), func(o protocol.Option) bool {
		return strings.EqualFold(o.Name, name) && o.Kind == protocol.String
	})
}

// engine returns an engine from a message with the program that it has on this machine.
func (g *gamePlayer) engine(text string) (player.Spec, error) {
	spec, err := player.ParseSpec(text)
	if err != nil {
		return spec, err
	}
	if err := checkShared(spec); err != nil {
		return spec, err
	}
	program := g.tools.Engines[spec.Command[0]]
	if spec.Command[0] == ownEngine {
		if program, err = os.Executable(); err != nil {
			return spec, err
		}
	}
	if program == "" {
		return spec, errors.New("this worker does not have it")
	}
	spec.Command = append([]string{program}, spec.Command[1:]...)
	return spec, nil
}
