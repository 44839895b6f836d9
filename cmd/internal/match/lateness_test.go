package match

import (
	"context"
	"encoding/json"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/protocol/client"
)

// busyClock is a clock on which each probe takes longer by the next of its delays. After the last of them it stops.
type busyClock struct {
	now    time.Time
	delays []time.Duration
	stop   context.CancelFunc
}

func (c *busyClock) Now() time.Time { return c.now }

func (c *busyClock) Sleep(d time.Duration) {
	c.now = c.now.Add(d + c.delays[0])
	if c.delays = c.delays[1:]; len(c.delays) == 0 {
		c.stop()
	}
}

// measured returns the lateness of a host that wakes with these delays.
func measured(delays ...time.Duration) (*lateness, *busyClock) {
	ctx, stop := context.WithCancel(context.Background())
	c := &busyClock{time.Unix(0, 0), delays, stop}
	l := newLateness(c)
	l.measure(ctx)
	return l, c
}

func TestAllowanceGrowsWithTheLateness(t *testing.T) {
	const ms = time.Millisecond
	l, c := measured(0, 2*ms, 90*ms, 0)
	require.Equal(t, 270*ms, l.allowance()())
	c.now = c.now.Add(memory)
	require.Equal(t, 270*ms, l.allowance()(), "it counts for a minute at least")
	c.now = c.now.Add(memory)
	require.Zero(t, l.allowance()(), "and for two at most")
	l.add(c.now, 5*ms)
	c.now = c.now.Add(memory)
	l.add(c.now, 4*ms)
	require.Equal(t, 15*ms, l.allowance()())
	c.now = c.now.Add(memory)
	require.Equal(t, 12*ms, l.allowance()())
}

// An engine that hangs is found, also on a host that stalled. A move during which the host stalled has the
// whole of this time more.
func TestAllowanceIsBounded(t *testing.T) {
	l, c := measured(time.Hour)
	during := l.allowance()
	require.Equal(t, maxAllowance, during())
	l.add(c.now, time.Hour)
	require.Equal(t, time.Hour+maxAllowance, during())
	require.Equal(t, maxAllowance, l.allowance()(), "the next move")
}

func TestLatenessOfAGame(t *testing.T) {
	const ms = time.Millisecond
	delays := make([]time.Duration, 200)
	delays[10], delays[20], delays[30] = 80*ms, 70*ms, time.Hour
	l, _ := measured(delays...)
	require.Equal(t, 70*ms, l.ofGame(), "two of 200 were later")
	l.begin()
	require.Zero(t, l.ofGame())
	l.add(l.clock.Now(), 7*ms)
	require.Equal(t, 7*ms, l.ofGame())
}

// playLate plays one game in which an engine needs 400 ms for its third move of 20 ms, while the host is late.
func playLate(t *testing.T, exact bool, delay time.Duration) Record {
	plan := planOf(t, 2, engineOf("good"), engineOf("slow", "late=3:400"))
	plan.Engines[1].Limits = client.Limits{MoveTime: 20 * time.Millisecond}
	plan.Margin, plan.ExactMargin = 0, exact
	require.NoError(t, plan.Validate())
	w := NewPlayer(plan, options.Setup, nil)
	defer func() { require.NoError(t, w.Close()) }()
	w.lateness.add(time.Now(), delay)
	r, err := w.Do(context.Background(), plan.Scheduled(1))
	require.NoError(t, err)
	return r
}

// A host that was an hour late excuses a move of 400 ms, but not with an exact margin. What was late is reported, also after
// the record has been in a journal.
func TestLatenessExcusesMoves(t *testing.T) {
	r := playLate(t, false, time.Hour)
	require.Empty(t, r.Loser)
	line, err := json.Marshal(r)
	require.NoError(t, err)
	var again Record
	require.NoError(t, json.Unmarshal(line, &again))
	plan := planOf(t, 2, engineOf("good"), engineOf("slow"))
	s := NewStandings(plan)
	s.Add(again)
	require.GreaterOrEqual(t, s.Report("id", nil).Engines[1].Excused, 1)
	require.Zero(t, s.Report("id", nil).Engines[0].Excused, "no clock, never late")

	require.Equal(t, client.Timeout.String(), playLate(t, true, time.Hour).Ending)
}

// The host is measured while the engines of a game start: the first move has an allowance.
func TestLatenessIsMeasuredBeforeTheFirstMove(t *testing.T) {
	plan := planOf(t, 2, engineOf("good"), client.Spec{Name: "none", Command: []string{"/no/such/engine"}})
	plan.Limits = client.Limits{MoveTime: 20 * time.Millisecond}
	w := NewPlayer(plan, options.Setup, nil)
	defer func() { require.NoError(t, w.Close()) }()
	w.lateness = newLateness(&busyClock{time.Now(), []time.Duration{time.Hour}, func() { runtime.Goexit() }})
	_, err := w.Do(context.Background(), plan.Scheduled(1))
	require.ErrorIs(t, err, errNoStart)
	require.Equal(t, []time.Duration{}, w.lateness.clock.(*busyClock).delays, "one probe was measured")
}

func TestBusyMachine(t *testing.T) {
	plan := planOf(t, 2, engineOf("A"), engineOf("B"))
	plan.Limits = client.Limits{MoveTime: 30 * time.Millisecond}
	s := NewStandings(plan)
	r := twoGames[0]
	r.HostLateness = 15 * time.Millisecond
	s.Add(r)
	require.Empty(t, s.Busy())
	r = twoGames[1]
	r.HostLateness = 16 * time.Millisecond
	s.Add(r)
	require.Equal(t, "the host is too busy for 30ms a move: one time in a hundred it let a program wait for 16ms or more", s.Busy())
	require.Equal(t, []string{s.Busy()}, s.Report("id", nil).Warnings)
	require.Equal(t, 16.0, s.Report("id", nil).Lateness)

	plan.Limits = client.Limits{Time: time.Second, Increment: 10 * time.Millisecond} // about 30 ms a move
	require.Contains(t, s.Busy(), "30ms a move")
	plan.Limits = client.Limits{Depth: 3}
	require.Empty(t, s.Busy())
}
