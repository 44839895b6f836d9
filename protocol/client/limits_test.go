package client

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string]Limits{
		"60":          {Time: time.Minute},
		"60+0.5":      {Time: time.Minute, Increment: 500 * time.Millisecond},
		"0.1+0":       {Time: 100 * time.Millisecond},
		".1+.001":     {Time: 100 * time.Millisecond, Increment: time.Millisecond},
		"40/60":       {Time: time.Minute, Moves: 40},
		"1:30+1":      {Time: 90 * time.Second, Increment: time.Second},
		"0:00.5":      {Time: 500 * time.Millisecond},
		"2:00:01":     {Time: 2*time.Hour + time.Second},
		"40/1:30+0.1": {Time: 90 * time.Second, Increment: 100 * time.Millisecond, Moves: 40},
		"inf":         {},
	} {
		l, err := ParseTimeControl(text)
		require.NoError(t, err, text)
		require.Equal(t, want, l, text)
		if !l.IsZero() {
			again, err := ParseTimeControl(l.timeControl())
			require.NoError(t, err, text)
			require.Equal(t, l, again, text)
		}
	}
	for _, text := range []string{"", "+", "+1", "1+", "0", "0+1", "-1", "1+-1", "1s", "1+1+1", "1e9", "1 + 1", "NaN", ".", "9999999999999",
		"0/60", "-1/60", "+4/60", "/60", "40/", "40/0", "4/4/60", "1:2:3:4", ":30", "1:", "1:x", "-1:30", "1.5:30", "99999:0", "inf+1", "40/inf"} {
		_, err := ParseTimeControl(text)
		require.Error(t, err, text)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		text   string
		timed  bool
	}{
		{Limits{}, "no limit", false},
		{Limits{MoveTime: 100 * time.Millisecond}, "100 ms a move", true},
		{Limits{MoveTime: 1500 * time.Microsecond}, "1.5 ms a move", true},
		{Limits{Nodes: 20000}, "20000 nodes a move", false},
		{Limits{Depth: 9}, "depth 9", false},
		{Limits{Time: 10 * time.Second}, "10 s", true},
		{Limits{Time: 100 * time.Second, Increment: 100 * time.Millisecond}, "100+0.1 s", true},
		{Limits{Time: 60 * time.Second, Moves: 40}, "40/60 s", true},
	} {
		require.NoError(t, c.limits.Validate())
		require.Equal(t, c.text, c.limits.String())
		require.Equal(t, c.timed, c.limits.Timed())
		require.Equal(t, c.limits == Limits{}, c.limits.IsZero())
	}
	for _, senseless := range []Limits{
		{MoveTime: -1}, {Depth: -1}, {Time: -1}, {Increment: 1}, {Moves: 40}, {Time: 1, Moves: -1}, {Time: 1, Increment: -1},
		{MoveTime: 1, Nodes: 1}, {MoveTime: 1, Depth: 1}, {MoveTime: 1, Time: 1}, {Nodes: 1, Depth: 1}, {Depth: 1, Time: 1},
	} {
		require.Error(t, senseless.Validate(), "%+v", senseless)
		require.False(t, senseless.IsZero())
	}
}

func TestDecimal(t *testing.T) {
	require.Equal(t, "0", decimal(0, time.Second))
	require.Equal(t, "-0.5", decimal(-500*time.Millisecond, time.Second))
	require.Equal(t, "0.000000001", decimal(1, time.Second))
	require.Equal(t, "0.000001", decimal(1, time.Millisecond))
	require.Equal(t, "1000", decimal(time.Second, time.Millisecond))
}

func FuzzParseTimeControl(f *testing.F) {
	for _, text := range []string{"60", "60+0.5", "0+1", "+", "1e3", "9999999999999", ".5+.5", "0.0000000001", "40/1:30+1", "inf", "1:2:3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		limits, err := ParseTimeControl(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		if limits.IsZero() {
			require.Equal(t, noClock, text)
			return
		}
		require.NoError(t, limits.Validate())
		again, err := ParseTimeControl(limits.timeControl())
		require.NoError(t, err)
		require.Equal(t, limits, again)
	})
}

// TestTimesWithAUnit: a time of an engine is written as that of a flag, too.
func TestTimesWithAUnit(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"movetime=200": 200 * time.Millisecond, "movetime=200ms": 200 * time.Millisecond, "movetime=1.5s": 1500 * time.Millisecond,
		"st=2": 2 * time.Second, "st=0.5": 500 * time.Millisecond, "st=1m30s": 90 * time.Second,
	} {
		s, err := ParseSpec("cmd=z " + text)
		require.NoError(t, err, text)
		require.Equal(t, Limits{MoveTime: want}, s.Limits, text)
	}
	for _, wrong := range []string{"0ms", "-5ms", "+5ms", "5 s"} {
		_, err := ParseSpec("cmd=z 'movetime=" + wrong + "'")
		require.ErrorContains(t, err, "is no number of milliseconds", wrong)
	}
}
