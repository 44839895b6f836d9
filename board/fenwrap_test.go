package board

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wrappedFENs are ways in which people write the position B:W21,22:B1,2.
var wrappedFENs = []string{
	"B:W21,22:B1,2", "B:W21,22:B1,2.", "b:b1,2:w21,22", " B:W21, 22:B1, 2 ", "B:W21,22:B1,2 0 1", "B:W21,22:B1,2:H0:F1", "B:W21-22:B1-2 12 34", "B:W21,22:B1,2. 0 1", "B:W21,22:B1,2;", "B:W21,22:B1,2 0 1;",
	`"B:W21,22:B1,2"`, "'B:W21,22:B1,2'", "`B:W21,22:B1,2`", "“B:W21,22:B1,2”", "„B:W21,22:B1,2“", "«B:W21,22:B1,2»", "‘B:W21,22:B1,2’", `"B:W21,22:B1,2 0 1"`,
	`[FEN "B:W21,22:B1,2"]`, `[FEN "B:W21,22:B1,2."]`, ` [ fen  “B:W21,22:B1,2” ] `, `[FEN: 'B:W21,22:B1,2 0 1']`, `FEN "B:W21,22:B1,2"`, "FEN: B:W21,22:B1,2", "fen B:W21,22:B1,2",
}

// TestWrappedFEN: a position in quotes, in a tag or with counters behind it is that position, alone and before other words.
func TestWrappedFEN(t *testing.T) {
	want, err := ParseFEN("B:W21,22:B1,2")
	require.NoError(t, err)
	for _, text := range wrappedFENs {
		p, err := ParseFEN(text)
		require.NoError(t, err, text)
		require.Equal(t, want, p, text)
		for _, behind := range []string{"", "moves 1-5"} {
			fen, rest := CutFEN(strings.TrimSpace(text + " " + behind))
			require.Equal(t, behind, rest, text)
			p, err = ParseFEN(fen)
			require.NoError(t, err, text)
			require.Equal(t, want, p, text)
		}
	}
}

// TestWrongWrapping: what is no counter and no wrapping of a position is an error, which repeats the text.
func TestWrongWrapping(t *testing.T) {
	for _, text := range []string{
		"B:W21:B1 2", "B:W21:B1 2 3", "B:W21,22:B1,2 0 1 2", "B:W21,22:B1,2 0 x", `[Event "B:W21:B1"]`, `"B:W21:B1" x`, `[FEN "B:W21:B1"`, `"B:W21:B1`, "", `""`, "FEN", "FENB:W21:B1", `[FEN ""]`,
	} {
		_, err := ParseFEN(text)
		require.ErrorContains(t, err, Quote(text), text)
	}
}
