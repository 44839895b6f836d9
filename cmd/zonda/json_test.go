package main

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
)

// TestJSON runs commands whose answers programs read: every answer is JSON, with these fields.
func TestJSON(t *testing.T) {
	t.Parallel()
	zonda := programtest.Program(t)
	for command, want := range map[string]map[string]any{
		"bench --json --time 160ms --threads 2":                 {"threads": 2., "timed": true},
		"perft --json --depth 3":                                {"total": 302., "depth": 3.},
		"perft --json --depth 1 --divide B:WK29:BK1,K2":         {"total": 4., "fen": "B:WK29:BK1,K2"},
		"egdb probe --json B:WK29:BK1,K2":                       {"result": "win", "dtw": 11.},
		"egdb explain --json B:WK7,K11:BK4,22":                  {"result": "draw", "keeping": 1.},
		"openings --json --openings 2move --plies 0 --nodes 10": {"start": "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
		"egdb stats --json":                                     {"bk": 1., "bm": 0., "wk": 1., "positions": 992.},
		"egdb stats --json --metric dtw":                        {"longest_win": nil, "wins": nil},
		"egdb stats --json --metric dtc":                        {"longest_loss": nil},
	} {
		out, stderr, status := programtest.Output(t, zonda, strings.Fields(command)...)
		if strings.HasSuffix(command, "dtc") {
			require.Equal(t, 1, status, "the program has no such distances")
			continue
		}
		require.Zero(t, status, "%s: %s", command, stderr)
		from := json.NewDecoder(bufio.NewReader(strings.NewReader(out)))
		var first map[string]any
		require.NoError(t, from.Decode(&first), "%s: %s", command, out)
		for name, value := range want {
			require.Contains(t, first, name, command)
			if value != nil {
				require.Equal(t, value, first[name], "%s: %s", command, name)
			}
		}
		for from.More() {
			require.NoError(t, from.Decode(&first), command)
		}
	}
	out, _, status := programtest.Output(t, zonda, "egdb", "probe", "--json", "nonsense", "B:W32:B1")
	require.Equal(t, 1, status)
	require.Contains(t, out, `{"error":"want SIDE:PIECES:PIECES`)
	out, _, status = programtest.Output(t, zonda, "egdb", "probe", "--moves", "W:W5:B1,9")
	require.Zero(t, status)
	require.Equal(t, "W:W5:B1,9 loss in 0\n", out)
	out, _, _ = programtest.Output(t, zonda, "egdb", "probe", "--moves", "B:WK29:BK1,K2")
	require.Contains(t, out, "win in 11\n  1-5 win in 11\n")
	for command, want := range map[string]string{
		"bench --threads 2":                         "--threads needs --time",
		"egdb probe --json --metric dtc B:WK29:BK1": "neither --bounds nor --metric dtc",
		"egdb stats --json --csv":                   "can't be used together",
	} {
		_, stderr, status := programtest.Output(t, zonda, strings.Fields(command)...)
		require.Equal(t, 2, status, command)
		require.Contains(t, stderr, want)
	}
}
