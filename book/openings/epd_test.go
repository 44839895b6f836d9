package openings

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
)

func TestReadEPD(t *testing.T) {
	suite, err := ReadEPD("deck.epd", strings.NewReader("\uFEFF# two positions\r\n\r\nW:W18,24:B5,K9. c0 \"no; name\"; id \"the bridge\";\r\nB:W30:B21\nB:W30:B20;\n"))
	require.NoError(t, err)
	require.Len(t, suite, 3)
	require.Equal(t, []string{"1", "2", "3"}, []string{suite[0].ID, suite[1].ID, suite[2].ID})
	require.Equal(t, []string{"the bridge", ""}, []string{suite[0].Name, suite[1].Name})
	require.Equal(t, "W:W18,24:B5,K9", suite[0].String())
	again, err := ReadEPD("deck.epd", strings.NewReader(EPD(suite[0].Start, "the \"bridge\";\n")))
	require.NoError(t, err)
	require.Equal(t, suite[:1], again)
	const odd = "a\\b\u00a0\U0001F600"
	again, err = ReadEPD("deck.epd", strings.NewReader(EPD(suite[0].Start, odd)))
	require.NoError(t, err)
	require.Equal(t, odd, again[0].Name)
	for text, want := range map[string]string{
		"": "deck.epd: there are no openings in it",
		"W:W18:B5\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": "deck.epd:2: this is a position of chess, not of English draughts",
		"W:W31-50:B1-20": `deck.epd:1: FEN "W:W31-50:B1-20": White: square 50 is not on the board, 1 to 32`,
		"W:W18:B":        `deck.epd:1: the game is over after "W:W18:B": no pieces`,
		"startpos":       `deck.epd:1: FEN "startpos": want SIDE:PIECES:PIECES, three parts between colons, not 1`,
	} {
		_, err := ReadEPD("deck.epd", strings.NewReader(text))
		require.EqualError(t, err, want)
	}
	broken := errors.New("the disk is gone")
	_, err = ReadEPD("deck.epd", iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

func FuzzReadEPD(f *testing.F) {
	f.Add("W:W18,24:B5,K9 id \"the bridge\";\n\n# a comment\nB:W30:B21;")
	f.Fuzz(func(t *testing.T, text string) {
		openings, err := ReadEPD("f", strings.NewReader(text))
		requirePlayable(t, openings, err)
	})
}

// A random order depends on its seed alone, and every opening stays.
func TestOrder(t *testing.T) {
	suite, err := Open("3move", false)
	require.NoError(t, err)
	ids := func(o Order) (ids []string) {
		all, err := o.Arrange(suite)
		require.NoError(t, err)
		for _, opening := range all {
			ids = append(ids, opening.ID)
		}
		return ids
	}
	plain := ids(Order{})
	one := ids(Order{Random: true, Seed: 1})
	require.Equal(t, []string{"036", "031", "021"}, one[:3], "the same in every version")
	require.Equal(t, one, ids(Order{Random: true, Seed: 1}))
	require.NotEqual(t, one, ids(Order{Random: true, Seed: 2}))
	require.ElementsMatch(t, plain, one)
	require.Equal(t, append(append([]string{}, one[9:]...), one[:9]...), ids(Order{Random: true, Seed: 1, Start: 10}))
	require.Equal(t, plain, ids(Order{Start: 1}))
	short, err := Order{Plies: 2, Start: len(suite)}.Arrange(suite)
	require.NoError(t, err)
	require.Len(t, short[0].Moves, 2)
	require.Equal(t, plain[len(plain)-1], short[0].ID)
	require.Len(t, suite[0].Moves, 3, "the deck itself stays")
	_, err = Order{Start: len(suite) + 1}.Arrange(suite)
	require.EqualError(t, err, "start 157: there are 156 openings")
}
