package match

import (
	"context"
	"errors"

	"github.com/zonda-checkers/zonda/internal/crew"
)

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
