package cbhost

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

func TestReadStatus(t *testing.T) {
	for status, want := range map[string]string{
		"depth 25/43/23.5 time 2.02s value=56 nodes 61024837 741kN/s pv 11-15 24-19 15x24 28x19": "depth 25 seldepth 43 score cp 56 nodes 61024837 time 0 pv 11-15 24-19 15x24 28x19",
		"depth 9 value=win 9 pv 11-15":                  "depth 9 score win 9 time 0 pv 11-15",
		"depth 9 value=draw":                            "depth 9 score draw time 0",
		"Depth: 5 Eval: -0.35 PV: 11x15 24x19":          "depth 5 score cp -35 time 0 pv 11-15 24-19",
		"value=+3, depth 7/9, 12 nodes, pv 11-15 11-15": "depth 7 seldepth 9 score cp 3 time 0 pv 11-15",
		"nodes 7": "depth 0 nodes 7 time 0",
		"pv 1-32": "", "": "", "book 11-15": "", "value=winning": "", "value 12345678901234567890": "",
	} {
		i := readStatus(board.Start(), status)
		require.Equal(t, want != "", i.told(), status)
		if want != "" {
			require.Equal(t, want, i.text(board.Start()), status)
		}
	}
}

// The numbers are those of CheckerBoard for 5 minutes and 15 seconds, at the first move.
func TestClock(t *testing.T) {
	c := ofClock(315*time.Second+clockReserve, 15*time.Second, 0)
	require.Equal(t, thinking{seconds: 50, limit: 315 * time.Second, info: 0x8, moreInfo: 0x7B0C05DC}, c)
	require.Equal(t, int32(1<<clockShift), ofClock(65*time.Second, time.Second, 0).info, "65.535 s in thousandths")
	require.Equal(t, int32(3<<clockShift), ofClock(time.Hour, time.Second, 0).info)
	require.Equal(t, uint32(0xFFFF)<<16, uint32(ofClock(9*time.Hour, 0, 0).moreInfo), "more than fits")
}

func TestThinking(t *testing.T) {
	for words, want := range map[string]thinking{
		"":                                       {seconds: endless},
		"infinite":                               {seconds: endless},
		"movetime 250":                           {seconds: 0.25, limit: 250 * time.Millisecond, info: exactTime},
		"movetime 0":                             {seconds: 0.001, limit: time.Millisecond, info: exactTime},
		"movetime -5 wtime 9":                    {seconds: 0.001, limit: time.Millisecond, info: exactTime},
		"wtime 1120 winc 0 btime 5 movestogo 10": {seconds: 0.1, limit: 300 * time.Millisecond},
		"btime 1 wtime 1120":                     {seconds: 0.1, limit: 1100 * time.Millisecond, info: 1 << clockShift, moreInfo: 1100 << 16},
		"wtime 420 winc 2000":                    {seconds: 0.8, limit: 400 * time.Millisecond, info: 1 << clockShift, moreInfo: 400<<16 | 2000},
		"wtime 0":                                {seconds: (5 * time.Millisecond / 11).Seconds(), limit: 5 * time.Millisecond, info: 1 << clockShift, moreInfo: 5 << 16},
	} {
		got, err := thinkingOf(strings.Fields(words), board.White)
		require.NoError(t, err, words)
		require.InDelta(t, want.seconds, got.seconds, 1e-9, words)
		got.seconds = want.seconds
		require.Equal(t, want, got, words)
	}
	for words, want := range map[string]string{
		"depth 5": `not "depth 5"`, "nodes 7 movetimes 9": `not "nodes 7 movetimes 9"`, "movetime": "movetime has no number", "wtime x": `wtime "x" is no number`, "btime 100": "",
	} {
		got, err := thinkingOf(strings.Fields(words), board.White)
		if want != "" {
			require.ErrorContains(t, err, want)
			require.Less(t, got.seconds, 0.1, words)
		} else {
			require.NoError(t, err)
			require.Equal(t, endless, int(got.seconds), "the clock of the other side is no limit")
		}
	}
}
