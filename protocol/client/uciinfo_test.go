package client

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

func TestParseInfo(t *testing.T) {
	for text, want := range map[string]report{
		"":      {},
		"depth": {},
		"score": {},
		"depth 9 seldepth 12 multipv 1 score cp -35 nodes 1234 nps 5 hashfull 1 tbhits 0 time 3 pv 11-15 23-18": {
			depth: 9, line: 1, nodes: 1234, hasNodes: true, principal: []string{"11-15", "23-18"}, score: men(-0.35), Effort: Effort{SelDepth: 12, HashFull: 1}},
		"seldepth x hashfull -1 tbhits 7":            {Effort: Effort{TBHits: 7}},
		"depth 9 score win 31 nodes 7":               {depth: 9, nodes: 7, hasNodes: true, score: result(board.Win, 31)},
		"score win nodes 7":                          {nodes: 7, hasNodes: true, score: result(board.Win, 0)},
		"score loss":                                 {score: result(board.Loss, 0)},
		"score loss 2 pv":                            {score: result(board.Loss, 2)},
		"score draw depth 3":                         {score: result(board.Draw, 0), depth: 3},
		"score cp 10 lowerbound":                     {score: men(0.1), bound: true},
		"score cp 10 upperbound nodes 3":             {score: men(0.1), bound: true, nodes: 3, hasNodes: true},
		"string depth 9 nodes 3 score cp 10 pv 1-5":  {},
		"depth 9 string nodes 3":                     {depth: 9},
		"pv depth 9 nodes 3":                         {principal: []string{"depth", "9", "nodes", "3"}},
		"depth x nodes -1 multipv y score cp z":      {},
		"depth -3 nodes 99999999999999999999 score":  {},
		"score mate 5 depth 4":                       {depth: 4, score: result(board.Win, 9)},
		"score mate -3 depth 4":                      {depth: 4, score: result(board.Loss, 6)},
		"score mate 0 depth 4":                       {depth: 4, score: result(board.Loss, 0)},
		"score mate x depth 4":                       {depth: 4},
		"score mate 9223372036854775807 depth 4":     {depth: 4},
		"score cp":                                   {},
		"score cp 99999999999 depth 2":               {depth: 2},
		"nodes 5 nodes 6":                            {nodes: 6, hasNodes: true},
		"wdl 1 2 3 depth 5 currmove 1-5 currline 34": {depth: 5},
	} {
		require.Equal(t, want, parseInfo(strings.Fields(text)), text)
	}
}

func FuzzParseInfo(f *testing.F) {
	f.Add("depth 9 seldepth 12 multipv 1 score cp -35 lowerbound nodes 1234 time 3 pv 11-15 23-18")
	f.Add("score win 3")
	f.Fuzz(func(t *testing.T, text string) {
		r := parseInfo(strings.Fields(text))
		require.GreaterOrEqual(t, r.depth, 0)
		require.GreaterOrEqual(t, r.score.Plies, 0)
		if r.score.Given {
			require.NotEmpty(t, r.score.String())
		}
	})
}

func TestThought(t *testing.T) {
	readAll := func(lines ...string) searchInfo {
		var th searchInfo
		for _, text := range lines {
			answer, done := uci{}.readLine(text, &th)
			require.False(t, done)
			require.Empty(t, answer)
		}
		return th
	}
	require.Equal(t, searchInfo{}, readAll("", "  ", "readyok", "info", "info string depth 3", "move 1-5", "\x00", "bestmoves 1-5"))
	th := readAll(
		"info depth 8 seldepth 14 hashfull 2 score cp 10 nodes 100 pv 11-15",
		"info depth 9 multipv 2 score cp 99 nodes 150 pv 9-13",
		"info depth 9 score cp -90 upperbound nodes 200 pv 11-15",
		"info depth 10 nodes 300 hashfull 3",
	)
	require.Equal(t, Reply{Depth: 9, Nodes: 300, Score: men(0.1), Effort: Effort{SelDepth: 14, HashFull: 3}}, th.Reply, "the last word counts")
	require.Equal(t, []string{"11-15"}, th.principal, "of the best line, and it stays until there is another")
	require.Equal(t, []string{"1-5", "24-20", "5-9"}, readAll("info depth 1 pv 9-13 22-18", "info depth 2 pv 1-5 24-20 5-9").principal)
	require.Equal(t, men(-0.9), readAll("info depth 1 score cp -90 upperbound pv 1-5").Score)
	require.Equal(t, men(0.2), readAll("info score cp -90 upperbound", "info score cp 20").Score)
	require.Equal(t, "; it said: error: no", readAll("info string error: yes", "info string error: no").complaintText())
}

func TestBestMove(t *testing.T) {
	for text, want := range map[string]string{
		"bestmove 11-15":              "11-15",
		" bestmove  11-15 ponder 3-7": "11-15",
		"bestmove":                    "",
		"bestmove none":               "none",
	} {
		answer, done := uci{}.readLine(text, new(searchInfo))
		require.True(t, done, text)
		require.Equal(t, want, answer)
	}
}
