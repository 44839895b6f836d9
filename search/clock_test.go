package search

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// anyTime draws times of all sizes, up to a year.
func anyTime(low time.Duration) *rapid.Generator[time.Duration] {
	spans := []time.Duration{time.Millisecond, time.Second, time.Hour, 365 * 24 * time.Hour}
	return rapid.Custom(func(t *rapid.T) time.Duration {
		span := rapid.SampledFrom(spans).Draw(t, "span")
		return max(low, time.Duration(rapid.Int64Range(int64(-span), int64(span)).Draw(t, "time")))
	})
}

func TestNoLimitOfTime(t *testing.T) {
	require.Equal(t, unlimited, Limits{Depth: 3, Nodes: 5}.budget())
	require.False(t, Limits{Depth: 3}.timed())
	require.True(t, Limits{MoveTime: 1}.timed())
	require.True(t, Limits{Clock: &Clock{}}.timed())
}

func TestMoveTimeIsBothLimits(t *testing.T) {
	b := Limits{MoveTime: time.Second}.budget()
	require.Equal(t, budget{time.Second - moveOverhead, time.Second - moveOverhead}, b)
	require.Equal(t, budget{minTime, minTime}, Limits{MoveTime: 1}.budget())
}

func TestBudgetOfAnyClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Clock{
			Remaining: anyTime(math.MinInt64).Draw(t, "remaining"),
			Increment: anyTime(0).Draw(t, "increment"),
			MovesToGo: rapid.IntRange(0, 100).Draw(t, "moves to go"),
		}
		b := c.budget()
		require.GreaterOrEqual(t, b.soft, minTime)
		require.GreaterOrEqual(t, b.hard, b.soft)
		require.LessOrEqual(t, b.hard, max(c.Remaining-ClockOverhead, minTime))
		if c.MovesToGo != 1 {
			require.LessOrEqual(t, b.hard, max(c.Remaining/2, minTime))
		}
		limits := Limits{Clock: &c, MoveTime: anyTime(1).Draw(t, "move time")}
		both := limits.budget()
		require.LessOrEqual(t, both.hard, b.hard)
		require.LessOrEqual(t, both.hard, max(limits.MoveTime, minTime))
		require.GreaterOrEqual(t, both.soft, minTime)
	})
}

// Of more than 53 bits of nanoseconds a float may be one too many.
func TestBudgetIsNotRoundedUp(t *testing.T) {
	c := Clock{Remaining: 1<<53 + 3 + ClockOverhead, MovesToGo: 1}
	require.LessOrEqual(t, c.budget().hard, c.Remaining-ClockOverhead)
}

// More time, a larger increment or fewer moves never make a move shorter.
func TestBudgetGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Clock{
			Remaining: anyTime(0).Draw(t, "remaining"),
			Increment: anyTime(0).Draw(t, "increment"),
			MovesToGo: rapid.IntRange(2, 60).Draw(t, "moves to go"),
		}
		richer, faster, fewer := c, c, c
		richer.Remaining += anyTime(0).Draw(t, "more")
		faster.Increment += anyTime(0).Draw(t, "more")
		fewer.MovesToGo = rapid.IntRange(1, c.MovesToGo).Draw(t, "fewer")
		for _, other := range []Clock{richer, faster, fewer} {
			require.GreaterOrEqual(t, other.budget().soft, c.budget().soft)
			require.GreaterOrEqual(t, other.budget().hard, c.budget().hard)
		}
	})
}

func TestBudgets(t *testing.T) {
	minute := (&Clock{Remaining: time.Minute}).budget()
	require.InDelta(t, 1.44, minute.soft.Seconds(), 1.0, "a share of a minute")
	last := (&Clock{Remaining: 10 * time.Second, MovesToGo: 1}).budget()
	require.Equal(t, 10*time.Second-ClockOverhead, last.hard, "before the time control all may be spent")
	require.Equal(t, budget{minTime, minTime}, (&Clock{Remaining: -time.Second}).budget())
	require.Equal(t, budget{minTime, minTime}, (&Clock{}).budget())
	bonus := (&Clock{Remaining: time.Minute, Increment: 10 * time.Second}).budget()
	require.Greater(t, bonus.soft, minute.soft)
	short := (&Clock{Remaining: time.Second, Increment: time.Minute}).budget()
	require.LessOrEqual(t, short.hard, time.Second/2, "an increment not yet on the clock is not spent")
}

func TestBudgetOfAnOnlyMove(t *testing.T) {
	require.Equal(t, unlimited, unlimited.forOnlyMove())
	for whole, part := range map[time.Duration]time.Duration{
		time.Hour: onlyMoveMost, 160 * time.Millisecond: 10 * time.Millisecond, 3 * time.Millisecond: minTime, minTime: minTime,
	} {
		require.Equal(t, budget{part, part}, budget{soft: whole, hard: 2 * whole}.forOnlyMove())
	}
}

func TestAddDuration(t *testing.T) {
	require.Equal(t, time.Duration(5), addDuration(2, 3))
	require.Equal(t, time.Duration(math.MaxInt64), addDuration(math.MaxInt64, 3))
	require.Equal(t, time.Duration(math.MaxInt64), addDuration(math.MaxInt64, 0))
}

// A move is short while its best move stands, and long where it changes or its score falls.
func TestPace(t *testing.T) {
	one, other := board.Move{From: 8, To: 12}, board.Move{From: 9, To: 13}
	var p pace
	for i, step := range []struct {
		best  board.Move
		score eval.Score
		want  float64
	}{
		{one, 0, troublePart}, {one, 0, plainPart}, {one, 1 - fall, plainPart}, {one, 0, plainPart}, {one, 90, calmPart}, {one, 90, calmPart},
		{one, 90 - fall, troublePart}, {one, 90, calmPart}, {other, 95, troublePart}, {other, 95, plainPart}, {one, 95, troublePart},
	} {
		p.note(rootMove{move: step.best, score: step.score})
		require.InDelta(t, step.want, p.part(), 0, "iteration %d", i+1)
	}
}

// With a game clock alone a part of the planned time counts, from when the clock began.
func TestSoftEnd(t *testing.T) {
	game := board.NewGame(board.Start())
	s := newWith(1)
	timed := s.NewRun(game, Limits{MoveTime: time.Hour}, nil)
	require.Equal(t, timed.softEnd(plainPart), timed.softEnd(troublePart))
	clock := Limits{Clock: &Clock{Remaining: time.Hour}}
	run := s.NewRun(game, clock, nil)
	soft := clock.budget().soft
	require.Equal(t, soft, run.softEnd(plainPart))
	require.Equal(t, 2*soft, run.softEnd(troublePart))
	require.InDelta(t, 0.6*float64(soft), float64(run.softEnd(calmPart)), 1)
	require.Equal(t, time.Duration(math.MaxInt64), s.NewRun(game, Limits{Depth: 3}, nil).softEnd(troublePart))
	clock.Ponder = true
	run = s.NewRun(game, clock, nil)
	require.Equal(t, time.Duration(math.MaxInt64), run.softEnd(calmPart))
	time.Sleep(time.Millisecond)
	run.PonderHit()
	require.Greater(t, run.softEnd(plainPart), soft)
	require.InDelta(t, float64(soft), float64(run.softEnd(troublePart)-run.softEnd(plainPart)), 1)
}
