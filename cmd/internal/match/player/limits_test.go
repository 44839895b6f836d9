package player

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestParseTimeControl(t *testing.T) {
	for text, want := range map[string][2]time.Duration{
		"60":      {time.Minute, 0},
		"60+0.5":  {time.Minute, 500 * time.Millisecond},
		"0.1+0":   {100 * time.Millisecond, 0},
		".1+.001": {100 * time.Millisecond, time.Millisecond},
	} {
		whole, increment, err := ParseTimeControl(text)
		require.NoError(t, err, text)
		require.Equal(t, want, [2]time.Duration{whole, increment}, text)
	}
	for _, text := range []string{"", "+", "+1", "1+", "0", "0+1", "-1", "1+-1", "1s", "1+1+1", "1e9", "1 + 1", "NaN", ".", "9999999999999"} {
		_, _, err := ParseTimeControl(text)
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
	} {
		require.NoError(t, c.limits.Validate())
		require.Equal(t, c.text, c.limits.String())
		require.Equal(t, c.timed, c.limits.Timed())
		require.Equal(t, c.limits == Limits{}, c.limits.IsZero())
	}
	for _, senseless := range []Limits{
		{MoveTime: -1}, {Depth: -1}, {Time: -1}, {Increment: 1}, {Time: 1, Increment: -1},
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
	for _, text := range []string{"60", "60+0.5", "0+1", "+", "1e3", "9999999999999", ".5+.5", "0.0000000001"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		whole, increment, err := ParseTimeControl(text)
		if err != nil {
			require.NotContains(t, err.Error(), "\n")
			return
		}
		limits := Limits{Time: whole, Increment: increment}
		require.NoError(t, limits.Validate())
		again, and, err := ParseTimeControl(limits.timeControl())
		require.NoError(t, err)
		require.Equal(t, limits, Limits{Time: again, Increment: and})
	})
}
