package board

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParseFEN(t *testing.T) {
	tests := map[string]struct{ text, fen string }{
		"white first":              {"B:W21,K22:B1,2", "B:W21,K22:B1,2"},
		"black first":              {"W:BK5,9:W18,K22", "W:W18,K22:BK5,9"},
		"squares in disorder":      {"W:W22,18,K20:B9,5", "W:W18,K20,22:B5,9"},
		"ranges":                   {"B:W21-32:B1-12", Start().FEN()},
		"ranges and squares":       {"B:W21,23-25,30:B1", "B:W21,23,24,25,30:B1"},
		"a range of kings":         {"B:WK1-3:B12", "B:WK1,K2,K3:B12"},
		"a range of one":           {"B:W21-21:B1", "B:W21:B1"},
		"a final dot":              {"W:W18:B9.", "W:W18:B9"},
		"lower case":               {"w:wk18:bk9,10", "W:WK18:BK9,10"},
		"no white pieces":          {"W:W:B1", "W:W:B1"},
		"no black pieces":          {"W:B:W32", "W:W32:B"},
		"an empty side, dot":       {"B:W32:B.", "B:W32:B"},
		"leading zeros":            {"B:W021:B01", "B:W21:B1"},
		"twelve pieces each":       {"W:WK1-12:BK21-32", "W:WK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12:BK21,K22,K23,K24,K25,K26,K27,K28,K29,K30,K31,K32"},
		"men about to crown":       {"W:W5,8:B25,28", "W:W5,8:B25,28"},
		"counters":                 {"B:W21,22:B1,2:H0:F1", "B:W21,22:B1,2"},
		"one counter":              {"W:WK21:B2:F120", "W:WK21:B2"},
		"counters, dot":            {"w:w21,22:b1,2:h12:f33.", "W:W21,22:B1,2"},
		"counters, one side":       {"W:W21:B:H0:F9", "W:W21:B"},
		"spaces":                   {" B : W 21 , K 22 : B 1 - 3\t. \n", "B:W21,K22:B1,2,3"},
		"blanks that do not break": {"B:W21,\u00a022:B1\u200b,2\ufeff", "B:W21,22:B1,2"},
		"dashes":                   {"B:W21–23,25—26:B1−3,5‑6", "B:W21,22,23,25,26:B1,2,3,5,6"},
		"men at home":              {"W:W29,32:B1,4", "W:W29,32:B1,4"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.fen, position(t, test.text).FEN())
		})
	}
	require.Equal(t, Start(), position(t, "B:W21-32:B1-12"))
	require.Equal(t, Position{Black: 1 << 4, White: 1<<17 | 1<<21, Kings: 1<<4 | 1<<21, Turn: White},
		position(t, "W:W18,K22:BK5"))
}

func TestParseFENErrors(t *testing.T) {
	const parts = "want SIDE:PIECES:PIECES, three parts between colons, not "
	megabyte := strings.Repeat("1", 1<<20)
	zeros := strings.Repeat("0", 1<<20)
	tests := []struct{ text, err string }{
		{"", `FEN "": ` + parts + "1"},
		{".", `FEN ".": ` + parts + "1"},
		{"hello", `FEN "hello": ` + parts + "1"},
		{"B", `FEN "B": ` + parts + "1"},
		{"B:W21", `FEN "B:W21": ` + parts + "2"},
		{":::", `FEN ":::": "" is not a side, B or W`},
		{"B:W21:B1:", `FEN "B:W21:B1:": "" behind the pieces is no counter such as H0 or F1`},
		{"B:W21:B1:H0:X1", `FEN "B:W21:B1:H0:X1": "X1" behind the pieces is no counter such as H0 or F1`},
		{"B:W21:B1:H", `FEN "B:W21:B1:H": "H" behind the pieces is no counter such as H0 or F1`},
		{"B:W21:B1:H-1", `FEN "B:W21:B1:H-1": "H-1" behind the pieces is no counter such as H0 or F1`},
		{"B:W21:B1:HF1", `FEN "B:W21:B1:HF1": "HF1" behind the pieces is no counter such as H0 or F1`},
		{"B:W21:B1:1", `FEN "B:W21:B1:1": "1" behind the pieces is no counter such as H0 or F1`},
		{"B:W21:B1:W22", `FEN "B:W21:B1:W22": "W22" behind the pieces is no counter such as H0 or F1`},
		{"B:H0:F1:W21:B1", `FEN "B:H0:F1:W21:B1": list "H0" does not begin with a side, B or W`},
		{"B:W21:H0:F1", `FEN "B:W21:H0:F1": list "H0" does not begin with a side, B or W`},
		{strings.Repeat(":", 1<<20), `FEN "` + strings.Repeat(":", 40) + `"...: "" is not a side, B or W`},
		{"::", `FEN "::": "" is not a side, B or W`},
		{"W::.", `FEN "W::.": list "" does not begin with a side, B or W`},
		{"X:W21:B1", `FEN "X:W21:B1": "X" is not a side, B or W`},
		{"BB:W21:B1", `FEN "BB:W21:B1": "BB" is not a side, B or W`},
		{"?:W21:B1", `FEN "?:W21:B1": "?" is not a side, B or W`},
		{"♔:W21:B1", `FEN "♔:W21:B1": "♔" is not a side, B or W`},
		{"B:♔21:B1", `FEN "B:♔21:B1": list "♔21" does not begin with a side, B or W`},
		{"B:21:B1", `FEN "B:21:B1": list "21" does not begin with a side, B or W`},
		{"B:W21:", `FEN "B:W21:": list "" does not begin with a side, B or W`},
		{"B:W21:W1", `FEN "B:W21:W1": White's pieces are listed twice`},
		{"B:B:B", `FEN "B:B:B": Black's pieces are listed twice`},
		{"B:W:B", `FEN "B:W:B": the board is empty`},

		{"B:W21,21:B1", `FEN "B:W21,21:B1": White: square 21 has two pieces`},
		{"B:W21,K21:B1", `FEN "B:W21,K21:B1": White: square 21 has two pieces`},
		{"B:W21:B21", `FEN "B:W21:B21": Black: square 21 has two pieces`},
		{"B:W21-24,22:B1", `FEN "B:W21-24,22:B1": White: square 22 has two pieces`},

		{"B:W32:B1 2", `FEN "B:W32:B1 2": Black: "1 2" is not a square`},
		{"B:W3 2:BK1", `FEN "B:W3 2:BK1": White: "3 2" is not a square`},
		{"B:WK3\u00a0\u200b 2:BK1", `FEN "B:WK3\u00a0\u200b 2:BK1": White: "3 2" is not a square`},
		{"B:W31 32:BK1", `FEN "B:W31 32:BK1": White: "31 32" is not a square`},
		{"B:W21-2 3:B1", `FEN "B:W21-2 3:B1": White: "2 3" is not a square`},
		{"B:W31 K32:BK1", `FEN "B:W31 K32:BK1": White: "31K32" is not a square`},
		{"B:W21:B1:H1 2", `FEN "B:W21:B1:H1 2": "H1 2" behind the pieces is no counter such as H0 or F1`},

		{"B:W0:B1", `FEN "B:W0:B1": White: square 0 is not on the board, 1 to 32`},
		{"B:W21:B33", `FEN "B:W21:B33": Black: square 33 is not on the board, 1 to 32`},
		{"B:W30-33:B1", `FEN "B:W30-33:B1": White: square 33 is not on the board, 1 to 32`},
		{"B:W0-3:B1", `FEN "B:W0-3:B1": White: square 0 is not on the board, 1 to 32`},
		{"B:W99999999999999999999:B1", `FEN "B:W99999999999999999999:B1": White: "99999999999999999999" is not a square`},
		{"B:W4294967297:B1", `FEN "B:W4294967297:B1": White: square 4294967297 is not on the board, 1 to 32`},

		{"B:WK:B1", `FEN "B:WK:B1": White: a square is missing`},
		{"B:WK5,K:B1", `FEN "B:WK5,K:B1": White: a square is missing`},
		{"B:W21,:B1", `FEN "B:W21,:B1": White: a square is missing`},
		{"B:W,21:B1", `FEN "B:W,21:B1": White: a square is missing`},
		{"B:W21,,22:B1", `FEN "B:W21,,22:B1": White: a square is missing`},
		{"B:W21:B1,.", `FEN "B:W21:B1,.": Black: a square is missing`},
		{"B:W21-:B1", `FEN "B:W21-:B1": White: a square is missing`},
		{"B:W-21:B1", `FEN "B:W-21:B1": White: a square is missing`},
		{"B:W-:B1", `FEN "B:W-:B1": White: a square is missing`},
		{"B:W21--22:B1", `FEN "B:W21--22:B1": White: "-22" is not a square`},
		{"B:W21-22-23:B1", `FEN "B:W21-22-23:B1": White: "22-23" is not a square`},
		{"B:W+5:B1", `FEN "B:W+5:B1": White: "+5" is not a square`},
		{"B:W21:B1..", `FEN "B:W21:B1..": Black: "1." is not a square`},
		{"B:WKK21:B1", `FEN "B:WKK21:B1": White: "K21" is not a square`},
		{"B:W21-K22:B1", `FEN "B:W21-K22:B1": White: "K22" is not a square`},
		{"B:W2_1:B1", `FEN "B:W2_1:B1": White: "2_1" is not a square`},
		{"B:W0x15:B1", `FEN "B:W0x15:B1": White: "0x15" is not a square`},
		{"B:W２１:B1", `FEN "B:W２１:B1": White: "２１" is not a square`},
		{"B:W\x00\xff:B1", `FEN "B:W\x00\xff:B1": White: "\x00�" is not a square`},
		{"B:W24-21:B1", `FEN "B:W24-21:B1": White: range 24-21 runs backwards`},

		{"B:W4:B5", `FEN "B:W4:B5": White has a man on 4, where it would be a king`},
		{"B:W5:B6,29", `FEN "B:W5:B6,29": Black has a man on 29, where it would be a king`},
		{"B:W20-32:B1", `FEN "B:W20-32:B1": White has 13 pieces, more than 12`},
		{"B:W32:BK1-13", `FEN "B:W32:BK1-13": Black has 13 pieces, more than 12`},

		{megabyte, `FEN "` + megabyte[:40] + `"...: ` + parts + "1"},
		{"B:W" + megabyte + ":B1", `FEN "B:W` + megabyte[:37] + `"...: White: "` + megabyte[:40] + `"... is not a square`},
		{"B:W" + zeros + "33:B1", `FEN "B:W` + zeros[:37] + `"...: White: square 33 is not on the board, 1 to 32`},
		{"B:W9-" + zeros + "5:B1", `FEN "B:W9-` + zeros[:35] + `"...: White: range 9-5 runs backwards`},
	}
	for _, test := range tests {
		p, err := ParseFEN(test.text)
		require.EqualError(t, err, test.err)
		require.Zero(t, p, "no half a position beside an error")
	}
}

func TestFENRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := randomPosition().Draw(t, "position")
		require.Equal(t, p.FEN(), p.String())
		again, err := ParseFEN(p.FEN())
		require.NoError(t, err)
		require.Equal(t, p, again)

		dotted, err := ParseFEN(strings.ToLower(p.FEN()) + ".")
		require.NoError(t, err)
		require.Equal(t, p, dotted)
	})
}

func TestQuote(t *testing.T) {
	require.Equal(t, `""`, Quote(""))
	require.Equal(t, `"a \"b\"\n"`, Quote("a \"b\"\n"))
	require.Equal(t, `"`+strings.Repeat("a", 40)+`"`, Quote(strings.Repeat("a", 40)))
	require.Equal(t, `"`+strings.Repeat("a", 40)+`"...`, Quote(strings.Repeat("a", 41)))
}

func FuzzParseFEN(f *testing.F) {
	for _, text := range []string{
		"", "B:W21-32:B1-12", "W:WK1,5:BK32,9.", "b:w:bk4", "W::.", "B:W21,:B1", "B:WK:B1", "B:W-5:B1",
		"B:W21,22:B1,2:H0:F1", "B:W21:B1:H:F", " B : W21 – 22 : B1 . ", "B:W3 2:B1 2", "B:W21 22:BK 1\u202c",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			requireClear(t, err)
			return
		}
		require.NoError(t, p.Check())
		require.Zero(t, p.Black&p.White)
		require.Zero(t, p.Kings&p.Empty())
		again, err := ParseFEN(p.FEN())
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}

// requireClear holds an error to one readable line that does not repeat all of a
// long text.
func requireClear(t testing.TB, err error) {
	const maximum = 400
	require.NotContains(t, err.Error(), "\n")
	require.True(t, utf8.ValidString(err.Error()))
	require.LessOrEqual(t, len(err.Error()), maximum)
}
