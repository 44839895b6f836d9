package prose

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/explain"
)

// explained returns the explanation of a FEN.
func explained(t *testing.T, fen string) explain.Explanation {
	t.Helper()
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, db.Close()) }()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return explain.Of(context.Background(), db, p)
}

// TestSentences: what a person reads.
func TestSentences(t *testing.T) {
	for fen, want := range map[string]string{
		"B:WK7,K11:BK4,22": `22-25 looks natural and loses in 6 moves: 7-10 25-29 10-14 29-25 14-17 – and no move of Black is safe.
Black draws with one of 3 moves: 22-26.
The narrow path of Black, with 7 only moves in a row: 22-26! 7-10 26-31! 10-15 31-27! 15-19 27-32! 19-23 32-28! 23-27 28-32! 27-31 32-28! 31-27 Then it repeats.
With White on 27, Black belongs on 32. With White on 31, Black belongs on 28.
4-8 gives a piece away.`,
		"W:WK4,K15,29:B21,K24,K26": `15-18 looks natural and loses: 24-20 alone wins.
White draws with 3 of 6 moves: 4-8, 15-10 and 15-11.
15-19 and 29-25 give a piece away.`,
		"W:W10,18,K23:B20,K25,K30": `23-27 looks natural and loses: 25-22 18-14 22-18 14-9 18-14 27-31 14x5 – and White has lost a man.
White draws with 5 of 7 moves.
23-26 gives a piece away.`,
		"B:WK6,K18,20:B12,K17,K19": `Black draws with 3 of 9 moves: only a gift loses.
12-16, 19-23, 17-22, 19-15, 17-14 and 19-16 give a piece away.`,
		"W:WK19,K23:B12,K28": `White wins in 31 to 35 moves with 4 of 6 moves: only a gift loses.
The plan: White takes a piece in move 18 (19x12), Black crowns in move 20 (27-32), White takes a piece in move 31 (28x19).
If it were the other side's move, White would draw.
19-24 and 19-16 give a piece away.`,
		"W:WK32:BK26": `32-28 looks natural and throws the win away: 26-22 and 26-23 draw.
White wins in 5 moves with one of 2 moves: 32-27.
The plan: White takes a piece in move 5 (30x21).
If it were the other side's move, White would draw.`,
		"B:W13,20,23:B11,15,K28": `Black wins with one of 5 moves: 28-32.
The plan: Black takes a piece in move 3 (27x18), White crowns in move 3 (5-1), Black crowns in move 7 (26-30), Black gives a piece in move 18 (9x2), Black takes a piece in move 20 (10x1), and so on.
If it were the other side's move, Black would draw.
15-18 and 15-19 give a piece away.
11-16 and 28-24 only draw.`,
		"B:WK29:BK1,K2": "Black wins in 6 moves with every move.\nThe plan: Black takes a piece in move 6 (21x30).",
		"W:WK3,K32:B9":  "White wins in 5 to 7 moves with every move.\nThe plan: White takes a piece in move 5 (30x21).",
		"W:WK14,K22:B3,7": `22-18, 22-25, 22-26 and 22-17 look natural.
22-18 throws the win away: 7-10 alone draws.
22-25 throws the win away: 7-10 alone draws.
22-26 throws the win away: 7-10 alone draws.
22-17 throws the win away: 7-10 alone draws.
White wins in 9 to 10 moves with 3 of 8 moves: 14-18, 14-17 and 14-9.
The plan: White takes a piece in move 5 (18x11), White takes a piece in move 9 (22x29).
14-10 gives a piece away.`,
		"W:WK29:BK1,K2": "White loses in 15 moves.\nHow it is lost: Black takes a piece in move 15 (22x29).",
		"B:W22:B13":     "Black loses in 1 move.\nHow it is lost: White takes a piece in move 1 (22x13).\nIf it were the other side's move, Black would draw.",
		"W:W5:B1,9":     "White loses.",
		"W:WK1:B":       "White wins.",
		"B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12": "The endgame databases do not know this position.",
	} {
		require.Equal(t, want, strings.Join(Sentences(explained(t, fen)), "\n"), fen)
	}
}

// TestPlansOfMistakes: a natural mistake without a refutation tells what the opponent does after it.
func TestPlansOfMistakes(t *testing.T) {
	e := explained(t, "W:WK10,K14:BK1,K2,5")
	require.Equal(t, "14-9 looks natural and loses in 16 moves: an exchange in move 1 (5x14 10x17), Black takes a piece in move 16 (22x29).", Mistake(e.Turn, e.Mistakes[2]))
	require.Equal(t, "10-7 gives a king away: 2x11.", Mistake(e.Turn, e.Mistakes[3]))
}
