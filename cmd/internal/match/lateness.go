package match

import (
	"context"
	"sync"
	"time"
)

// Numbers of the measurement of the host's lateness.
const (
	sleepProbe       = 5 * time.Millisecond // how long a probe sleeps
	memory           = time.Minute          // how long the largest lateness counts
	schedulingDelays = 3                    // how often a move waits for a CPU: when the engine reads its request, when it reads its clock, and when the runner reads its answer
	oneInHundred     = 100                  // the lateness of a game is exceeded by one probe in a hundred
	maxAllowance     = 10 * time.Second     // the largest allowance unless the host stalled: a larger one would hide an engine that hangs
	stall            = time.Second          // a probe that is later than this tells that the host stalled
)

// clock is the time, and how to let it pass.
type clock interface {
	Now() time.Time
	Sleep(d time.Duration)
}

// systemClock is the clock of this host.
type systemClock struct{}

func (systemClock) Now() time.Time        { return time.Now() }
func (systemClock) Sleep(d time.Duration) { time.Sleep(d) }

// lateness measures how late this host wakes a goroutine that sleeps. Engines, and the runner that reads their
// moves, have to wait as long. Its methods may be called by several goroutines.
type lateness struct {
	clock clock

	mu      sync.Mutex
	max     [2]time.Duration // in this memory of time, and in the one before
	stalled time.Duration    // how long the host stalled, all stalls together
	turn    time.Time        // when this one began
	game    []uint32         // probes since the game began, by their lateness in milliseconds
}

func newLateness(c clock) *lateness { return &lateness{clock: c, turn: c.Now()} }

// measure measures until ctx ends.
func (l *lateness) measure(ctx context.Context) {
	for ctx.Err() == nil {
		began := l.clock.Now()
		l.clock.Sleep(sleepProbe)
		now := l.clock.Now()
		l.add(now, max(0, now.Sub(began)-sleepProbe))
	}
}

// maxRecorded is the largest lateness of a probe that a game counts, in milliseconds.
const maxRecorded = 10_000

// add adds a probe that ended at the time now.
func (l *lateness) add(now time.Time, late time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pass(now)
	l.max[0] = max(l.max[0], late)
	if late > stall {
		l.stalled += late
	}
	ms := int(min(late.Milliseconds(), maxRecorded))
	for len(l.game) <= ms {
		l.game = append(l.game, 0)
	}
	l.game[ms]++
}

// pass forgets what is too long ago.
func (l *lateness) pass(now time.Time) {
	switch passed := now.Sub(l.turn); {
	case passed >= 2*memory:
		l.max, l.turn = [2]time.Duration{}, now
	case passed >= memory:
		l.max, l.turn = [2]time.Duration{0, l.max[0]}, now
	}
}

// allowance begins a move, and returns by how much more than the margin the move may be late. It is schedulingDelays times the largest
// lateness of a probe in the last minute or two, at most maxAllowance, and the time that the host stalled during the move.
func (l *lateness) allowance() func() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	before := l.stalled
	return func() time.Duration {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.pass(l.clock.Now())
		return min(schedulingDelays*max(l.max[0], l.max[1]), maxAllowance) + l.stalled - before
	}
}

// begin begins the probes of a game.
func (l *lateness) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.game)
}

// ofGame returns the lateness that one probe in a hundred since begin has exceeded, rounded down to milliseconds.
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
