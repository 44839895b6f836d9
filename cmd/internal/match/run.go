package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/match/player"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// RunOptions say how a match is run; they do not change what its games are.
type RunOptions struct {
	Concurrency int       // games in play at once, 1 at least
	Databases   Databases // end games early, nil for none
	Setup       player.Setup
	Broadcast   *Broadcast                       // is told of the games in play, nil for none
	Crew        crew.Crew[ScheduledGame, Record] // plays the games in place of processes of this machine, nil for none
}

// Databases know the value of endings.
type Databases interface {
	// Probe returns the value of a position for the side to move, Unknown if it is not there.
	Probe(p board.Position) board.Result
}

// Run plays the games of a plan that the standings do not hold yet and adds each to the standings as it
// ends. It returns when all games are played, when the recorder has enough, or with the first error: of
// the recorder, of the context, or of an engine that cannot be started any more. Games in play are then
// given up. Until Run returns only the recorder may read the standings.
func Run(ctx context.Context, standings *Standings, options RunOptions, recorder Recorder) error {
	players := options.Crew
	if players == nil {
		players = newCrew(standings.plan, options)
	}
	err := players.Do(ctx, crew.Pieces(standings.remaining()...), func(_ ScheduledGame, r Record) error {
		if err := recorder.Keep(r); err != nil {
			return err
		}
		standings.Add(r)
		if recorder.Enough(r) {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// errEnough is why the workers stop when more games are not wanted.
var errEnough = errors.New("enough games are played")

// newCrew returns a crew that plays the games on this machine.
func newCrew(plan *Plan, options RunOptions) crew.Crew[ScheduledGame, Record] {
	return crew.Goroutines[ScheduledGame, Record]{
		Number: options.Concurrency,
		New: func() (crew.Worker[ScheduledGame, Record], error) {
			p := NewPlayer(plan, options.Setup, options.Databases)
			p.broadcast = options.Broadcast
			return p, nil
		},
	}
}

// Recorder stores the games of a match and decides when there are enough. Its methods are called by one goroutine at a time.
type Recorder interface {
	// Keep stores a game that has ended, before it counts. An error ends the match.
	Keep(Record) error
	// Enough is called when the game stands in the standings; true ends the match.
	Enough(Record) bool
}

// Failure is a game that an engine lost by its own fault.
type Failure struct {
	Game   int    `json:"game"`
	Engine string `json:"engine"`
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// Introduce starts every engine, so that a match does not begin with an engine that does not work. An
// engine that takes too long is started a second time. An engine without a name gets the name that it
// reports, with a number if another engine has that name.
func Introduce(ctx context.Context, engines []player.Spec, setup player.Setup) error {
	for i := range engines {
		p, err := player.Start(ctx, engines[i], setup)
		var fault *player.Fault
		if errors.As(err, &fault) && fault.Kind == player.Timeout {
			p, err = player.Start(ctx, engines[i], setup) // as in games, the machine may have been busy
		}
		if err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
		name := p.Name()
		err = p.NewGame(ctx)
		p.Close()
		if err != nil {
			return fmt.Errorf("engine %d: %w", i+1, err)
		}
		if engines[i].Name == "" {
			engines[i].Name = unused(name, engines)
		}
	}
	return nil
}

// unused returns name, with a number if an engine has that name already.
func unused(name string, engines []player.Spec) string {
	taken := func(candidate string) bool {
		return slices.ContainsFunc(engines, func(s player.Spec) bool { return s.Name == candidate })
	}
	candidate := name
	for n := 2; taken(candidate); n++ {
		candidate = fmt.Sprintf("%s %d", name, n)
	}
	return candidate
}
