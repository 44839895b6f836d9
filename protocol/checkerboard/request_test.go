package checkerboard

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

func TestGetMoveTime(t *testing.T) {
	clock := func(remaining, increment time.Duration) search.Limits {
		return search.Limits{QuickOnlyMove: true, Clock: &search.Clock{Remaining: remaining, Increment: increment}}
	}
	fixed := func(d time.Duration) search.Limits {
		return search.Limits{QuickOnlyMove: true, MoveTime: d}
	}
	tests := map[string]struct {
		words  string
		limits search.Limits
	}{
		"seconds":                     {"2", fixed(2 * time.Second)},
		"a fraction":                  {"0.01", fixed(10 * time.Millisecond)},
		"none":                        {"0", fixed(time.Millisecond)},
		"the longest level":           {"1800", fixed(30 * time.Minute)},
		"level infinite":              {"8600000", search.Limits{QuickOnlyMove: true, Infinite: true}},
		"infinite with a clock":       {"8600000 info 8 moreinfo 1", search.Limits{QuickOnlyMove: true, Infinite: true}},
		"300 s and 15 s a move":       {"50 info 0x8 moreinfo 0x7B0C05DC", clock(315*time.Second, 15*time.Second)},
		"the same, decimal":           {"50 moreinfo 2064385500 info 8", clock(315*time.Second, 15*time.Second)},
		"unit of 1 ms":                {"50 info 4 moreinfo 0x7B0C05DC", clock(31500*time.Millisecond, 1500*time.Millisecond)},
		"unit of 100 ms":              {"50 info 12 moreinfo 0x7B0C05DC", clock(3150*time.Second, 150*time.Second)},
		"16 bits each":                {"50 info 4 moreinfo 0xFFFFFFFF", clock(65535*time.Millisecond, 65535*time.Millisecond)},
		"16 bits each, signed":        {"50 info 4 moreinfo -1", clock(65535*time.Millisecond, 65535*time.Millisecond)},
		"a clock that has run out":    {"50 info 4 moreinfo 0", clock(0, 0)},
		"with the bit for a new game": {"50 info 9 moreinfo 0x7B0C05DC", clock(315*time.Second, 15*time.Second)},
		"exact":                       {"50 info 2", fixed(50 * time.Second)},
		"exact, before the clock":     {"50 info 0xA moreinfo 0x7B0C05DC", fixed(50 * time.Second)},
		"no unit":                     {"50 info 0 moreinfo 0x7B0C05DC", fixed(50 * time.Second)},
		"shifted unit of 1 ms":        {"7.5 info 0x10 moreinfo 0x7B0C05DC", fixed(7500 * time.Millisecond)},
		"shifted unit of 10 ms":       {"7.5 info 0x8 moreinfo 0x7B0C05DC", clock(315*time.Second, 15*time.Second)},
		"shifted unit of 100 ms":      {"7.5 info 0x18 moreinfo 0x7B0C05DC", fixed(7500 * time.Millisecond)},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r, err := ParseRequest(strings.Fields("B:W21-32:B1-12 " + test.words))
			require.NoError(t, err)
			require.Equal(t, test.limits, r.limits())
			require.Equal(t, board.Start(), r.Position)
		})
	}
}

func TestGetMoveForgetsOnBitZero(t *testing.T) {
	for info, forget := range map[string]bool{"0": false, "1": true, "2": false, "3": true, "9": true, "8": false} {
		r, err := ParseRequest([]string{"B:W18:B15", "1", "info", info})
		require.NoError(t, err)
		require.Equal(t, forget, infoBits(r.Info)&forgetHistory != 0, info)
	}
}

// TestGetMoveClock packs a clock as CheckerBoard does, in the finest unit that holds
// it, and reads it back.
func TestGetMoveClock(t *testing.T) {
	units := []time.Duration{time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond}
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.IntRange(0, len(units)-1).Draw(t, "unit")
		remaining := rapid.Uint16().Draw(t, "remaining")
		increment := rapid.Uint16().Draw(t, "increment")
		more := uint32(remaining)<<16 | uint32(increment)
		r, err := ParseRequest(strings.Fields(fmt.Sprintf("W:W18:B15 3 info %d moreinfo %d", (unit+1)<<2, more)))
		require.NoError(t, err)
		require.Equal(t, &search.Clock{
			Remaining: time.Duration(remaining) * units[unit],
			Increment: time.Duration(increment) * units[unit],
		}, r.limits().Clock)
		require.Zero(t, r.limits().MoveTime)
	})
}

// maxError is the most bytes of an error, which does not repeat all of a long text.
const maxError = 400

func FuzzRequest(f *testing.F) {
	for _, text := range []string{
		"", "B:W18:B15 1", "B:W18:B15 8600000 info 3", "B:W18:B15 1e300 moreinfo -1 info 0x1F",
		"B:W18:B15 0x1p-2", "W:W:B1 Inf", "B:W18:B15 1 info 0b11", "B:W18:B15 1 info -2147483648",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRequest(strings.Fields(text))
		if err != nil {
			require.True(t, utf8.ValidString(err.Error()), "%q", err)
			require.False(t, strings.ContainsFunc(err.Error(), unicode.IsControl), "%q", err)
			require.LessOrEqual(t, len(err.Error()), maxError)
			return
		}
		l := r.limits()
		require.True(t, l.Infinite != (l.MoveTime > 0 || l.Clock != nil), "endless or timed: %+v", l)
		require.LessOrEqual(t, l.MoveTime.Seconds(), float64(endlessTime))
		if l.Clock != nil {
			require.Zero(t, l.MoveTime)
			require.LessOrEqual(t, l.Clock.Remaining, math.MaxUint16*100*time.Millisecond)
			require.GreaterOrEqual(t, l.Clock.Increment, time.Duration(0))
		}
	})
}

// TestTimeThatIsSpent counts as the host's: what is left is for the search, and half of a move's
// time is the most that a move waits for databases.
func TestTimeThatIsSpent(t *testing.T) {
	const ms = time.Millisecond
	for name, test := range map[string]struct {
		request  Request
		left     search.Limits
		patience time.Duration
		limited  bool
	}{
		"seconds": {Request{MaxTime: 0.1}, search.Limits{MoveTime: 70 * ms}, 50 * ms, true},
		"nothing": {Request{}, search.Limits{MoveTime: ms}, ms / 2, true},
		"a clock": {Request{MaxTime: 1, Info: 1 << 2, MoreInfo: 4000<<16 | 100},
			search.Limits{Clock: &search.Clock{Remaining: 3970 * ms, Increment: 100 * ms}}, 150 * ms, true},
		"endless": {Request{MaxTime: endlessTime}, search.Limits{Infinite: true}, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			patience, limited := test.request.patience()
			require.Equal(t, test.patience, patience)
			require.Equal(t, test.limited, limited)
			test.request.spent = 30 * ms
			test.left.QuickOnlyMove = true
			require.Equal(t, test.left, test.request.limits())
		})
	}
}
