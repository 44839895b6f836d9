package suite

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// readPDN reads a file that is sound as a whole.
func readPDN(t *testing.T, text string) Suite {
	t.Helper()
	suite, err := ReadPDN("dir/gems.pdn", strings.NewReader(text))
	require.NoError(t, err)
	return suite
}

func TestReadPDN(t *testing.T) {
	suite := readPDN(t, "\uFEFF"+`[Event "M\fcller"]
[Result "1-0"]
[Setup "1"]
[FEN "W:WK32: B K1,27."]
1. ... 32x23 *

[Black "Red"]
[Result "1/2-1/2"]
[FEN "B:WK31:BK18,25"]
*
[FEN "W:W30:B21"]
1. ... 30-26 1-0
`)
	require.Empty(t, suite.Malformed)
	require.Empty(t, suite.Doubtful)
	require.Equal(t, PDN, suite.Format)
	require.Len(t, suite.Problems, 3)
	one, two, three := suite.Problems[0], suite.Problems[1], suite.Problems[2]
	require.Equal(t, "gems#1", one.ID)
	require.Equal(t, "dir/gems.pdn: game 1", one.Source)
	require.Equal(t, board.Loss, one.Result, "1-0 says that Black wins")
	require.Empty(t, one.KeyMoves, "other moves may do as well")
	require.Equal(t, "32x23", one.Position.LineText(one.Line))
	require.Equal(t, board.Draw, two.Result)
	require.Empty(t, two.Line)
	require.Equal(t, "gems#3", three.ID)
	require.Equal(t, board.Loss, three.Result)
}

func TestGamesThatAreNoProblems(t *testing.T) {
	for game, want := range map[string]string{
		`[Result "1-0"] 1. 11-15 *`:                      ": game 1: no FEN",
		`[FEN "W::."] [Result "1-0"] *`:                  "dir/gems.pdn:1: game 1: FEN \"W::.\"",
		"[Result \"1-0\"]\n[FEN \"B:W1:B2\"] *":          "dir/gems.pdn:2: game 1: FEN",
		`[FEN "B:WK31:BK18,25"] *`:                       ": game 1: result * does not say",
		`[FEN "B:WK31:BK18,25"] [Result "0-0"] *`:        ": game 1: result 0-0 does not say",
		`[FEN "B:WK31:BK18,25"] [Result "nobody"] *`:     "game 1: result * does not say",
		`[FEN "W:W5:B1"] [Result "1-0"] *`:               "no move to make",
		`[FEN "B:W7:B2"] [Result "0-1"] 1. 2x11 *`:       "by its moves the game is 1-0",
		`[FEN "` + strings.Repeat("x", 1<<16) + `"] 1-0`: "FEN",
	} {
		suite := readPDN(t, game+"\n\n[FEN \"W:W30:B21\"] [Result \"1-0\"] *\n")
		require.Len(t, suite.Malformed, 1, "%.80q", game)
		require.ErrorContains(t, suite.Malformed[0], want)
		require.True(t, strings.HasPrefix(suite.Malformed[0].Error(), "dir/gems.pdn:"), suite.Malformed[0])
		require.Less(t, len(suite.Malformed[0].Error()), 300)
		require.Len(t, suite.Problems, 1, "%.80q", game)
		require.Equal(t, "gems#2", suite.Problems[0].ID)
	}
}

// A mistake in the moves does not spoil a position and its result, but is told.
func TestDoubtfulGames(t *testing.T) {
	suite := readPDN(t, "[FEN \"B:WK31:BK18,25\"]\n[Result \"1-0\"]\n1. 18-23 31-32 2. 1-5 *")
	require.Empty(t, suite.Malformed)
	require.Len(t, suite.Problems, 1)
	require.Equal(t, board.Win, suite.Problems[0].Result)
	require.Equal(t, "18-23", suite.Problems[0].Position.LineText(suite.Problems[0].Line))
	require.Len(t, suite.Doubtful, 1)
	require.ErrorContains(t, suite.Doubtful[0], "dir/gems.pdn:3: game 1: ")
}

func TestUselessGames(t *testing.T) {
	for _, text := range []string{"", "\n\n", "% nothing\n"} {
		_, err := ReadPDN("f.pdn", strings.NewReader(text))
		require.EqualError(t, err, "f.pdn: no game in it")
	}
	broken := errors.New("the disk is gone")
	_, err := ReadPDN("f.pdn", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "f.pdn: ")
}

func FuzzReadPDN(f *testing.F) {
	f.Add("[FEN \"B:WK31:BK18,25\"]\n[Result \"1-0\"]\n1. 18-23 31-32 2. 1-5 *")
	f.Add("\uFEFF[FEN \"W::.\"] *\r\n[FEN \"W:W30:B21\"] 1. ... 30-26 1/2-1/2")
	f.Add("[Result \"0-1\"] [FEN \"B:W7:B2\"] 1. 2x11 *")
	f.Fuzz(func(t *testing.T, text string) {
		suite, err := ReadPDN("f", strings.NewReader(text))
		requireSound(t, suite, err)
	})
}
