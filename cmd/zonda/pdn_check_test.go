package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/programtest"
	"github.com/zonda-checkers/zonda/cmd/internal/games/pdncheck"
)

const carelessGames = `[Red "A"]
[Result "0-1"]
[FEN "B:W15:B11"]
1. 11-18 *

1. 11x15 23-19 1/2-1/2

[Date "1st May"]
1. 11-15 23-19 1/2-1/2

1. 11-15 1-5 *

[FEN "B:W99:B1"] *
`

func TestPDNCheck(t *testing.T) {
	t.Parallel()
	program, games, clean := programtest.Program(t), programtest.WriteGames(t, carelessGames), filepath.Join(t.TempDir(), "clean.pdn")
	stdout, stderr, status := programtest.Output(t, program, "pdn", "check", games, "--strict", "--out", clean)
	require.Equal(t, 1, status)
	require.Contains(t, stderr, "zonda: error: 2 of 5 games have errors")
	found := strings.ReplaceAll(stdout, games, "games.pdn")
	require.Equal(t, []string{
		"games.pdn:1: game 1: doubt: the result is 0-1, but Black has won on the board, 1-0: no pieces (is it written as in chess, White first?)",
		`games.pdn:1: game 1: strict: tag "Red" is Black in PDN`,
		`games.pdn:4: game 1: strict: move "11-18" is 11x18 in PDN`,
		`games.pdn:6: game 2: strict: the game ends with "1/2-1/2", not with *`,
		`games.pdn:6: game 2: strict: move "11x15" is 11-15 in PDN`,
		`games.pdn:8: game 3: doubt: tag Date: "1st May" is not a date such as 1992.08.??`,
		"games.pdn:8: game 3: doubt: the same moves as in game 2 of games.pdn",
		`games.pdn:9: game 3: strict: the game ends with "1/2-1/2", not with *`,
		"games.pdn:11: game 4: error: move 1-5 is illegal: White, who is to move, has no piece on 1; the rest of the game is kept as a comment",
		"games.pdn:13: game 5: error: FEN \"B:W99:B1\": White: square 99 is not on the board, 1 to 32",
		"games.pdn:13: game 5: left out: the starting position cannot be read",
		"5 games: 2 with errors, 2 with doubts; 5 departures from strict PDN; 1 game left out of the clean file",
	}, strings.Split(strings.TrimSpace(found), "\n"))

	stdout, stderr, status = programtest.Output(t, program, "pdn", "check", clean)
	require.Zero(t, status, stderr)
	require.Contains(t, stdout, "4 games: 0 with errors, 2 with doubts; 0 departures from strict PDN\n")
	require.Contains(t, programtest.ReadFile(t, clean), "1. 11-15 {1-5} *")

	stdout, _, status = programtest.Output(t, program, "pdn", "check", games, "--json")
	require.Equal(t, 1, status)
	var list pdncheck.List
	require.NoError(t, json.Unmarshal([]byte(stdout), &list))
	require.Equal(t, []int{5, 2, 2, 1, 5}, []int{list.Games, list.Broken, list.Doubtful, list.LeftOut, list.Leniencies})
	require.Len(t, list.Findings, 5)
}

// TestPDNCheckAmbiguousCaptures: what the moves behind a capture decide is a doubt, what they do not is
// an error.
func TestPDNCheckAmbiguousCaptures(t *testing.T) {
	t.Parallel()
	program, clean := programtest.Program(t), filepath.Join(t.TempDir(), "clean.pdn")
	games := programtest.WriteGames(t, `[FEN "B:W9,10,17,18,31,32:B1,6"]
1. 6x22 9-5 *
[FEN "B:W9,10,17,18,31,32:B1,6"]
1. 6x22 31-27 *
`)
	stdout, _, status := programtest.Output(t, program, "pdn", "check", games, "--out", clean)
	require.Equal(t, 1, status)
	require.Equal(t, []string{
		`games.pdn:2: game 1: doubt: move "6x22" is ambiguous, 6x13x22 or 6x15x22: 6x15x22 is taken, for the game goes on from there`,
		`games.pdn:4: game 2: error: move "6x22" is ambiguous, 6x13x22 or 6x15x22: the moves behind it do not tell which; the rest of the game is kept as a comment`,
		"2 games: 1 with errors, 1 with doubts; 1 departure from strict PDN, which --strict lists",
	}, strings.Split(strings.TrimSpace(strings.ReplaceAll(stdout, games, "games.pdn")), "\n"))
	require.Contains(t, programtest.ReadFile(t, clean), "1. 6x15x22 9-5 *")
	stdout, _, status = programtest.Output(t, program, "pdn", "check", clean)
	require.Zero(t, status)
	require.Contains(t, stdout, "2 games: 0 with errors, 0 with doubts; 0 departures")
}

func TestPDNCheckBadInput(t *testing.T) {
	t.Parallel()
	program, games := programtest.Program(t), programtest.WriteGames(t, carelessGames)
	old := filepath.Join(t.TempDir(), "old.pdn")
	require.NoError(t, os.WriteFile(old, []byte("old"), 0o600))
	for want, arguments := range map[string][]string{
		"none.pdn":          {games, "none.pdn", "--out", old},
		"no game in it":     {programtest.WriteGames(t, " \n"), "--out", old},
		"which is not over": {games, "--out", games},
		"out: cannot write": {games, "--out", filepath.Join(t.TempDir(), "none", "a.pdn")},
		"is a folder":       {games, "--out", t.TempDir()},
	} {
		_, stderr, status := programtest.Output(t, program, append([]string{"pdn", "check"}, arguments...)...)
		require.NotZero(t, status, want)
		require.Contains(t, stderr, want)
		require.Equal(t, 1, strings.Count(stderr, "zonda: error: "), stderr)
	}
	require.Equal(t, "old", programtest.ReadFile(t, old), "nothing is changed")
	require.Equal(t, carelessGames, programtest.ReadFile(t, games))
}
