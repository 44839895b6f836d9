package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

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

// Numbers of the measurement of the machine's lateness.
const (
	nap          = 5 * time.Millisecond // how long the measurement sleeps at a time
	memory       = time.Minute          // how long the largest lateness counts
	wakings      = 3                    // how often a move waits for the processor: when the engine reads its request, when it looks at its clock, and when the runner reads its answer
	oneInHundred = 100                  // the lateness of a game is exceeded by one nap in a hundred
	mostGrace    = 10 * time.Second     // of a machine that goes on, so that an engine that hangs is found
	standstill   = time.Second          // a nap that is later than this tells that the machine stood still
)

// clock is the time, and how to let it pass.
type clock interface {
	Now() time.Time
	Sleep(d time.Duration)
}

// systemClock is the clock of this machine.
type systemClock struct{}

func (systemClock) Now() time.Time        { return time.Now() }
func (systemClock) Sleep(d time.Duration) { time.Sleep(d) }

// lateness measures how late this machine wakes a goroutine that sleeps. Engines, and the runner that reads their
// moves, have to wait as long. Its methods may be called by several goroutines.
type lateness struct {
	clock clock

	mu      sync.Mutex
	longest [2]time.Duration // in this memory of time, and in the one before
	still   time.Duration    // how long the machine stood still, all standstills together
	turn    time.Time        // when this one began
	game    []uint32         // naps since the game began, by their lateness in milliseconds
}

func newLateness(c clock) *lateness { return &lateness{clock: c, turn: c.Now()} }

// measure measures until ctx ends.
func (l *lateness) measure(ctx context.Context) {
	for ctx.Err() == nil {
		began := l.clock.Now()
		l.clock.Sleep(nap)
		now := l.clock.Now()
		l.add(now, max(0, now.Sub(began)-nap))
	}
}

// mostRecorded is the largest lateness of a nap that a game counts, in milliseconds.
const mostRecorded = 10_000

// add adds a nap that ended at the time now.
func (l *lateness) add(now time.Time, late time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pass(now)
	l.longest[0] = max(l.longest[0], late)
	if late > standstill {
		l.still += late
	}
	ms := int(min(late.Milliseconds(), mostRecorded))
	for len(l.game) <= ms {
		l.game = append(l.game, 0)
	}
	l.game[ms]++
}

// pass forgets what is too long ago.
func (l *lateness) pass(now time.Time) {
	switch passed := now.Sub(l.turn); {
	case passed >= 2*memory:
		l.longest, l.turn = [2]time.Duration{}, now
	case passed >= memory:
		l.longest, l.turn = [2]time.Duration{0, l.longest[0]}, now
	}
}

// grace begins a move, and returns by how much more than the margin the move may be late. It is wakings times the largest
// lateness of a nap in the last minute or two, at most mostGrace, and the time that the machine stood still during the move.
func (l *lateness) grace() func() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.still
	return func() time.Duration {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.pass(l.clock.Now())
		return min(wakings*max(l.longest[0], l.longest[1]), mostGrace) + l.still - before
	}
}

// begin begins the naps of a game.
func (l *lateness) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.game)
}

// ofGame returns the lateness that one nap in a hundred since begin has exceeded, rounded down to milliseconds.
func (l *lateness) ofGame() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := uint32(0)
	for _, n := range l.game {
		all += n
	}
	beyond := uint32(0)
	for ms := len(l.game) - 1; ms >= 0; ms-- {
		if beyond += l.game[ms]; beyond*oneInHundred > all {
			return time.Duration(ms) * time.Millisecond
		}
	}
	return 0
}
