package uci

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

func TestGoLimits(t *testing.T) {
	first, err := board.Start().ParseMove("11-15")
	require.NoError(t, err)
	second, err := board.Start().ParseMove("9-14")
	require.NoError(t, err)
	both := []board.Move{first, second}
	clock := func(remaining, increment time.Duration, toGo int) *search.Clock {
		return &search.Clock{Remaining: remaining, Increment: increment, MovesToGo: toGo}
	}
	const ms = time.Millisecond
	tests := map[string]struct {
		words  string
		limits search.Limits
	}{
		"alone":               {"", search.Limits{Infinite: true, QuickOnlyMove: true}},
		"infinite":            {"infinite", search.Limits{Infinite: true, QuickOnlyMove: true}},
		"ponder alone":        {"ponder", search.Limits{Infinite: true, Ponder: true, QuickOnlyMove: true}},
		"depth":               {"depth 7", search.Limits{Depth: 7}},
		"infinite with depth": {"infinite depth 7", search.Limits{Depth: 7, Infinite: true}},
		"nodes":               {"nodes 1", search.Limits{Nodes: 1}},
		"mate":                {"mate 3", search.Limits{WinIn: 3, QuickOnlyMove: true}},
		"no mate":             {"mate 0", search.Limits{MoveTime: atOnce, QuickOnlyMove: true}},
		"mate, infinite":      {"mate 3 infinite", search.Limits{WinIn: 3, Infinite: true, QuickOnlyMove: true}},
		"movetime":            {"movetime 250", search.Limits{MoveTime: 250 * ms, QuickOnlyMove: true}},
		"black's clock":       {"btime 5000 wtime 3000 binc 20 winc 30", search.Limits{Clock: clock(5000*ms, 20*ms, 0), QuickOnlyMove: true}},
		"moves to go":         {"movestogo 9 btime 5000", search.Limits{Clock: clock(5000*ms, 0, 9), QuickOnlyMove: true}},
		"no time":             {"movetime 0", search.Limits{MoveTime: atOnce, QuickOnlyMove: true}},
		"no depth":            {"depth 0 btime 70000", search.Limits{MoveTime: atOnce, Clock: clock(70000*ms, 0, 0), QuickOnlyMove: true}},
		"no moves to go":      {"movestogo 0 btime 5000", search.Limits{Clock: clock(5000*ms, 0, 0), QuickOnlyMove: true}},
		"the other's clock":   {"wtime 5000", search.Limits{MoveTime: atOnce, QuickOnlyMove: true}},
		"with a depth":        {"wtime 5000 depth 9", search.Limits{Depth: 9}},
		"no clock":            {"movestogo 9 binc 5 winc 5", search.Limits{MoveTime: atOnce, QuickOnlyMove: true}},
		"below zero":          {"btime -70", search.Limits{Clock: clock(-70*ms, 0, 0), QuickOnlyMove: true}},
		"clock and depth":     {"btime 100 depth 3", search.Limits{Clock: clock(100*ms, 0, 0), Depth: 3}},
		"ponder and clock":    {"ponder btime 100", search.Limits{Clock: clock(100*ms, 0, 0), Ponder: true, QuickOnlyMove: true}},
		"some moves":          {"searchmoves 11-15 9x14 depth 3", search.Limits{Depth: 3, SearchMoves: both}},
		"some moves at last":  {"depth 3 searchmoves 11-15 9-14", search.Limits{Depth: 3, SearchMoves: both}},
		"some moves alone":    {"searchmoves 11-15 9-14", search.Limits{Infinite: true, SearchMoves: both}},
		"all together": {"ponder depth 3 nodes 4 movetime 5 btime 6 binc 7 movestogo 8", search.Limits{
			Depth: 3, Nodes: 4, MoveTime: 5 * ms, Clock: clock(6*ms, 7*ms, 8), Ponder: true}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			l, _, err := parseGo(strings.Fields(test.words), board.Start())
			require.NoError(t, err)
			require.Equal(t, test.limits, l)
		})
	}
}

func TestTheClockIsThatOfTheSideToMove(t *testing.T) {
	words := strings.Fields("btime 1000 wtime 2000 binc 10 winc 20")
	l, _, err := parseGo(words, position(t, "W:W18:B9"))
	require.NoError(t, err)
	require.Equal(t, &search.Clock{Remaining: 2 * time.Second, Increment: 20 * time.Millisecond}, l.Clock)
}

func FuzzGo(f *testing.F) {
	for _, text := range []string{
		"", "depth 3", "infinite ponder", "nodes 1 movetime 1", "btime -1 wtime 1 binc 0 winc 1 movestogo 1",
		"searchmoves 11-15 9-14 depth 5", "depth 9223372036854775807", "movetime 1000000000000",
		"movetime 0", "btime 1 wtime 1 movestogo 0", "wtime 1", "depth -1 nodes 0", "btime -9223372036854775808",
	} {
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, white bool) {
		p := board.Start()
		if white {
			p = p.Mirror()
		}
		l, _, err := parseGo(strings.Fields(text), p)
		if err != nil {
			requireClear(t, err.Error())
			return
		}
		limited := l.Depth > 0 || l.Nodes > 0 || l.MoveTime > 0 || l.Clock != nil
		require.True(t, limited || l.Infinite)
		require.GreaterOrEqual(t, l.Depth, search.Depth(0))
		require.GreaterOrEqual(t, l.MoveTime, time.Duration(0))
		for _, m := range l.SearchMoves {
			_, legal := p.FirstMove(m.From, m.To)
			require.True(t, legal)
		}
	})
}
