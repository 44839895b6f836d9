package board

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A FEN may stand in quotes and have blanks beside colons and commas; what stands behind it is the rest.
func TestCutFEN(t *testing.T) {
	for text, want := range map[string][2]string{
		"":                                {"", ""},
		"B:W21:B1":                        {"B:W21:B1", ""},
		"B:W21:B1 moves 1-5":              {"B:W21:B1", "moves 1-5"},
		"B:W21:B1 21-17":                  {"B:W21:B1", "21-17"},
		"B : W 21 , K 22 : B 1 moves 1-5": {"B:W21,K22:B1", "moves 1-5"},
		"B:W21,\t22:B1,2 . bm 1-5":        {"B:W21,22:B1,2.", "bm 1-5"},
		"B:W21:B1:H0:F1 lost in a game":   {"B:W21:B1:H0:F1", "lost in a game"},
		"B:W21:B1 :H0 :F1 moves 1-5":      {"B:W21:B1:H0:F1", "moves 1-5"},
		`"B:W21, 22:B1" moves 1-5`:        {"B:W21,22:B1", "moves 1-5"},
		"'B:W21:B1' 3":                    {"B:W21:B1", "3"},
		"nonsense and more":               {"nonsense", "and more"},
	} {
		fen, rest := CutFEN(text)
		require.Equal(t, want, [2]string{fen, rest}, text)
	}
}
