package pdn

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// leniencies returns the leniencies of all games, each with its line.
func leniencies(t require.TestingT, text string) (all []string) {
	r := NewReader(strings.NewReader(text))
	r.Strict = true
	for {
		_, err := r.Read()
		if err == io.EOF {
			return all
		}
		var broken *GameError
		require.True(t, err == nil || errors.As(err, &broken), "%v", err)
		for _, p := range r.Leniencies() {
			all = append(all, fmt.Sprintf("%d: %v", p.Line, p.Err))
		}
	}
}

func TestLeniencies(t *testing.T) {
	for text, want := range map[string][]string{
		"1. 11-15 22-18 2. 15x22 25x18! $1 {a} (26x17?) 3. 12-16 *": nil,
		"[Event \"a\"]\n[FEN \"B:W18,19:BK6,7\"]\n*":                nil,
		"1. 11x15 *":                {`1: move "11x15" is 11-15 in PDN`},
		"1. 11-15 22-18\n15-22 *":   {`2: move "15-22" is 15x22 in PDN`},
		"11 - 15 *":                 {`1: move "11 - 15" is 11-15 in PDN`},
		"1115 *":                    {`1: move "1115" is 11-15 in PDN`},
		"09-14 *":                   {`1: move "09-14" is 9-14 in PDN`},
		"11-15* *":                  {`1: the star behind the move is $7 in PDN`},
		"11-15 1-0":                 {`1: the game ends with "1-0", not with *`},
		"11-15":                     {`1: the game ends without *`},
		"[red \"a\"]\n11-15 *":      {`1: tag "red" is Black in PDN`},
		"[Result \"2-0\"]\n11-15 *": {`1: result "2-0" is 1-0 in PDN`},
		"[Site \"\"]\n[SetUp \"1\"]\n[FEN \"W:B1:W32.\"]\n*": {
			"1: tag Site says nothing", "2: tag SetUp says nothing", `3: FEN "W:B1:W32." is W:W32:B1 in PDN`,
		},
		"[FEN \"B:W18,19:B15,K31\"]\n15x22 (not this) *": {"2: the bracket holds no variation and is a comment"},
		"11-15 (9-14 22-18 is 14-18) *":                  {"1: the bracket holds no variation and is a comment"},
		"[FEN \"B:W6,14,15:B1\"]\n1x10x19 *":             {`2: move "1x10x19" is 1x19 in PDN`},
	} {
		require.Equal(t, want, leniencies(t, text), text)
	}
	r := NewReader(strings.NewReader("\n\n[Event \"a\"]\n1115 *\n% line\n\n11-15 *"))
	for _, line := range []int{3, 7} {
		_, err := r.Read()
		require.NoError(t, err)
		require.Equal(t, line, r.Line())
		require.Empty(t, r.Leniencies(), "nobody asked")
	}
}

func TestWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"1. 11-15 *": "",
		"[Date \"1992.08.??\"] [GameType \"21,B,8,8,N1,0\"] [PlyCount \"1\"] [Result \"1-0\"] 11-15 *": "",
		"[Date \"????.02.29\"] *":                          "",
		"[Date \"19??.02.29\"] *":                          "",
		"[Date \"199?.02.29\"] *":                          "",
		"[Date \"1900.02.29\"] *":                          `tag Date: "1900.02.29"`,
		"[Date \"19?3.02.29\"] *":                          `tag Date: "19?3.02.29"`,
		"[Date \"1993.02.2?\"] *":                          "",
		"[Date \"????.1?.31\"] *":                          "",
		"[Date \"????.?0.??\"] *":                          "",
		"[Date \"????.10.?0\"] *":                          "",
		"[Date \"????.?2.30\"] *":                          "",
		"[Date \"????.02.3?\"] *":                          `tag Date: "????.02.3?"`,
		"[Date \"????.1.31\"] *":                           `tag Date: "????.1.31"`,
		"[Date \"????.01.00\"] *":                          `tag Date: "????.01.00"`,
		"[Date \"August 1992\"] *":                         `tag Date: "August 1992"`,
		"[Date \"1992.13.01\"] *":                          `tag Date: "1992.13.01"`,
		"[GameType \"?\"] *":                               "",
		"[GameType \"49,B\"] *":                            `tag GameType: "49,B" is not a known kind of draughts`,
		"[GameType \"Icelandic\"] *":                       `tag GameType: "Icelandic" is not a known kind of draughts`,
		"[Variant \"Icelandic\"] *":                        `tag Variant: "Icelandic" is not a known kind of draughts`,
		"[PlyCount \"2\"] 11-15 *":                         "the game has 1 moves",
		"[FEN \"B:W15:B11\"] [Result \"1-0\"] 11x18 *":     "",
		"[FEN \"B:W15:B11\"] 11x18 *":                      "no result, but Black has won on the board: no pieces",
		"[FEN \"B:W15:B11\"] [Result \"1/2-1/2\"] 11x18 *": "the result is 1/2-1/2, but Black has won on the board, 1-0: no pieces",
		"[FEN \"B:W15:B11\"] [Result \"0-1\"] 11x18 *":     "(is it written as in chess, White first?)",
	} {
		g, err := NewReader(strings.NewReader(text)).Read()
		require.NoError(t, err)
		warnings := g.Warnings()
		if want == "" {
			require.Empty(t, warnings, text)
			continue
		}
		require.Len(t, warnings, 1, text)
		require.ErrorContains(t, warnings[0], want)
	}
}
