package problems

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// databases opens those in the program.
func databases(t *testing.T) *egdb.DB {
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// position reads a FEN.
func position(t *testing.T, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// solved reads a FEN and a line after a blank.
func solved(t *testing.T, text string) (board.Position, []board.Move) {
	fen, line, _ := strings.Cut(text, " ")
	g := board.NewGame(position(t, fen))
	require.NoError(t, g.PlayText(strings.Fields(line)...), text)
	return g.Start(), g.Moves()
}

// themeCases are lines that have a theme, and such that almost have it.
var themeCases = map[string]struct{ has, lacks []string }{
	Shot: {
		has: []string{
			"B:W14,15,18,22,23,24,27,29,31,32:B2,4,5,6,7,8,12,16,20,21 16-19 23x16 12x28",
			"B:W12,13,14,22,28,29:B2,4,5,6,16 6-9 13x6 2x25 29x22 5-9",
			"B:WK6,K15,K22:BK28,K31,K32 31-26 22x31 32-27 31x24 28x1",
			"B:W17,18,21,24,25,28,29,31,32:B1,2,3,4,7,8,9,10,12 10-14 17x10 7x23",
			"B:W13,20,21,22,23,26,27,28:B1,2,5,6,7,11,12,14 14-17 21x14 6-9 13x6 2x25",
		},
		lacks: []string{
			"B:W14,15,18,22,23,24,27,29,31,32:B2,4,5,6,7,8,12,16,20,21 16-19 23x16",
			"B:W12,13,14,22,28,29:B2,4,5,6,16 6-9 13x6",
			"B:WK6,K15,K22:BK28,K31,K32 31-26 22x31 32-27 31x24",
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14",
			"B:W13,16,17,21,22,27,28:B6,8,9,10,14,15,19 8-12 27-24 14-18 17-14 10x26",
		},
	},
	Steal: {
		has: []string{
			"B:W13,16,17,21,22,27,28:B6,8,9,10,14,15,19 8-12 27-24 14-18 17-14 10x26",
			"B:W5,12,14,24,28,29,30:B2,3,4,6,7,13 6-9 12-8 9x18 5-1 4x11",
			"B:W17,19,20,21,22,23,27,29,31:B2,3,4,7,8,10,12,13,14 7-11 27-24 11-15 22-18 15x22",
			"B:W6,8,22:BK5,20,K31 5-9 6-1 9-14 1-6 31-26 6-9 14x5 22-18 26-22 18-14",
			"B:W14,17,19,20,21,25,27,31:B2,4,5,6,7,10,12 4-8 31-26 8-11 19-15 10x19",
		},
		lacks: []string{
			"B:W13,16,17,21,22,27,28:B6,8,9,10,14,15,19 8-12 27-24 14-18 17-14",
			"B:W17,19,20,21,22,23,27,29,31:B2,3,4,7,8,10,12,13,14 7-11 27-24 11-15 22-18",
			"B:WK2,20,24:B12,K25,K31 25-22 24-19 22-18 2-7 31-27 7-11 27-24 19-15 24-19",
			"B:W17,18,21,24,25,28,29,31,32:B1,2,3,4,7,8,9,10,12 10-14 17x10 7x23",
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14",
		},
	},
	Exchange: {
		has: []string{
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14 8-11 14-18",
			"B:WK8,K18:B23,K26 26-31 18x27 31x24 8-11 24-19",
			"B:WK9,K15,29:BK24,K28,K30 24-19 15x24 28x19 9-13 19-15",
			"B:WK10,12,16:B14,K25,K27 25-21 10x17 21x14 12-8 27-23",
			"B:WK2,K15,29:B20,22,K24 24-19 15x24 20x27 2-6 27-31",
		},
		lacks: []string{
			"B:WK8,K10:BK17,K21,K25 17-14 10x17 21x14",
			"B:WK8,K10:BK17,K21 17-14 10x17",
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14 8-11 14-18 11-16 18-15 16-19 15x24",
			"B:WK6,15,23:BK14,16,K31 14-10 23-19 16x23 6-9 10x19",
			"B:WK6,K15,K22:BK28,K31,K32 31-26 22x31 32-27 31x24 28x1",
		},
	},
	Pitch: {
		has: []string{
			"B:WK11,13,K15:B5,K12,K14 5-9 13x6 14-10",
			"B:W12,13,14,22,28,29:B2,4,5,6,16 6-9 13x6",
			"B:W13,20,21,22,23,26,27,28:B1,2,5,6,7,11,12,14 14-17 21x14 6-9 13x6",
			"B:WK6,K15,K22:BK28,K31,K32 31-26 22x31 32-27 31x24",
			"B:W14,15,18,22,23,24,27,29,31,32:B2,4,5,6,7,8,12,16,20,21 16-19 23x16",
		},
		lacks: []string{
			"B:W12,13,14,22,28,29:B2,4,5,6,16 6-9",
			"B:W12,13,14,22,28,29:B2,4,5,6,16 6-9 13x6 2x25",
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14",
			"B:W13,20,21,22,23,26,27,28:B1,2,5,6,7,11,12,14 14-17 21x14 6-9 13x6 2x25",
			"B:W14,15,18,22,23,24,27,29,31,32:B2,4,5,6,7,8,12,16,20,21 16-19 23x16 12x28",
		},
	},
	Breakthrough: {
		has: []string{
			"B:W13,14,17,27,29,30,32:B1,2,3,6,10,19,20,21 19-24 14x7 24x31",
			"B:W13,20,21,26,28:B8,11,12,16,18 16-19 13-9 12-16 9-6 8-12 6-2 19-24 28x19 16x30",
			"B:WK6,19,23,27,28:B12,16,20,K22 22-18 23x14 16x32",
			"B:W13,18,19,23,25,26,27,29,31:B1,2,3,4,5,7,9,12,16,22 7-10 26x17 9-14 18x9 5x30",
			"B:WK15,K23:BK25,26 26-30 15-18 25-22 18x25 30x21",
		},
		lacks: []string{
			"B:W13,14,17,27,29,30,32:B1,2,3,6,10,19,20,21 19-24 14x7",
			"B:W13,20,21,26,28:B8,11,12,16,18 16-19 13-9 12-16 9-6 8-12 6-2 19-24 28x19",
			"B:WK15,K23:BK25,26 26-30 15-18",
			"B:W12,13,14,22,28,29:B2,4,5,6,16 6-9 13x6 2x25 29x22",
			"B:WK6,K15,K22:BK28,K31,K32 31-26 22x31 32-27 31x24 28x1",
		},
	},
	Breeches: {
		has: []string{
			"B:WK13,K19,K26:B11,21,K27 27-23 19-16 23x30",
			"B:W10,19:BK11 11-15 10-6 15x24",
			"B:W10,19:BK11 11-15 19-16 15x6",
			"B:WK10,K19:BK11 11-15 10-6 15x24",
			"B:W11,18:BK10 10-15 11-7 15x22",
		},
		lacks: []string{
			"B:W10,19:BK11 11-15 10-6",
			"B:W6,10,19:BK11 11-15 6-1 15x24",
			"B:W10,20:BK11 11-15 10-6",
			"B:W10,19:BK8,1 8-11 19-16 11x20",
			"B:W10,19:B12,K11 11-15 19-16 12x19",
		},
	},
	InAndOut: {
		has: []string{
			"B:W15,21,25,27,28,29,32:B3,4,6,7,8,14 7-11 21-17 14x30 29-25 30x21 28-24 11x18",
			"B:W9,10,13,25,30:B1,2,3,21,K32 2-7 30-26 21x30 10-6 30x23",
			"B:W9,21,22,26,28,29,30,32:B1,2,3,7,10,12,13 1-5 22-17 13x31 32-27 31x24 28x19 5x14",
			"B:W18,20,25,26,28,31,32:B1,2,3,7,9,10,19 19-24 28x19 10-15 18x11 7x30 31-26 30x21",
			"B:W9,13,16,20,28,29,30,31,32:B2,3,6,7,8,10,11,21 8-12 30-25 21x30 29-25 30x21",
		},
		lacks: []string{
			"B:W15,21,25,27,28,29,32:B3,4,6,7,8,14 7-11 21-17 14x30 29-25",
			"B:W9,21,22,26,28,29,30,32:B1,2,3,7,10,12,13 1-5 22-17 13x31 32-27",
			"B:W11,25,32:B4,8,21 21x30 32-28 8x15",
			"B:WK15,K23:BK25,26 26-30 15-18 25-22 18x25 30x21",
			"B:WK6,K15,K22:BK28,K31,K32 31-26 22x31 32-27 31x24 28x1",
		},
	},
	Rebound: {
		has: []string{
			"B:W7,K15,K22:BK24,K28,K31 31-26 22x31 24-27 31x24 28x3",
			"B:W5,K10,13,14:B1,2,26,27 2-6 10-7 6-9 13x6 1x17",
			"B:W6,K7,16,21,32:B4,5,14,24,K26 24-27 32x23 26x12",
			"B:W12,13,14,16,30,31:B1,3,5,8,24,27 8-11 16x7 3x17",
			"B:WK10,18,19,23,25,26:B5,9,12,13,17 17-22 26x17 13x29",
		},
		lacks: []string{
			"B:W6,K7,16,21,32:B4,5,14,24,K26 24-27 32x23",
			"B:W12,13,14,16,30,31:B1,3,5,8,24,27 8-11 16x7",
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14",
			"B:W17,19,20,21,22,23,27,29:B2,3,6,7,9,10,11,12 9-13 19-15 10x26",
			"B:W9,10,13,25,30:B1,2,3,21,K32 2-7 30-26 21x30 10-6 30x23 6-2 1-5 2x11 5x14",
		},
	},
	Hold: {
		has: []string{
			"B:W18,22,23,25,28,30:B1,8,9,11,12,15,21 12-16 23-19 16x23",
			"B:W14,24,25,27,28,29,31:B2,5,6,7,12,18,20,22 12-16 14-10 7x14",
			"B:W19,21,22,23,24,25,28:B7,8,9,10,12,14,15 9-13 23-18 14x23",
			"B:WK9,17,22:B13,K23,24 23-26 9-5 24-27 5-9 27-31 9-5 31-27 5-9",
			"B:WK8,13,14:B5,16,K19 19-15 8-12 16-19 12-16 19-23 13-9 15-18 16-19 23-26 19-24 26-30 24-27 30-26 27-23",
		},
		lacks: []string{
			"B:W18,22,23,25,28,30:B1,8,9,11,12,15,21 12-16",
			"B:W14,24,25,27,28,29,31:B2,5,6,7,12,18,20,22 12-16 14-10",
			"B:WK8,13,14:B5,16,K19 19-15 8-12 16-19 12-16",
			"B:W21,24,K30:B13,23,K26 26-22 21-17 22-18 30-26",
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14 8-11 14-18",
		},
	},
	"first-position": {
		has: []string{
			"B:WK5,21:BK10,K14", "B:WK5,21:BK6,K14", "B:WK1,21:BK7,K14", "B:WK9,21:BK10,K18", "B:WK5,21:BK15,K18",
		},
		lacks: []string{
			"B:WK5,21:BK7,K14", "B:WK1,21:BK10,K14", "B:W5,21:BK10,K14", "B:WK5,20:BK10,K14", "B:WK5,21:BK3,K14",
		},
	},
	Bridge: {
		has: []string{"B:W10:B1,3,K20", "B:W10,15:B1,3,9", "B:WK5,10:B1,2,3,K28", "B:W30,32,K1:B23,K9", "B:W10,13:BK29,1,3"},
		lacks: []string{
			"B:W9:B1,3,K20", "B:WK10:B1,3,K20", "B:W10:B1,K3,K20", "B:W10:B2,3,K20", "B:W31,32,K1:B23,K9",
		},
	},
	DogHole: {
		has:   []string{"B:W5:B1,K20", "B:WK2,5,13:B1,10,K14", "B:W5,30:B1,2,K9", "B:W32,K1:B28,K9", "B:WK31,32:B10,28"},
		lacks: []string{"B:W5:BK1,K20", "B:WK5:B1,K20", "B:W5:B2,K20", "B:W31,K1:B28,K9", "B:W13:B1,5,K20"},
	},
	TrappedKing: {
		has: []string{
			"B:WK4,13,15,23,26,28:B1,3,6,19,20,K30 1-5 23x16 30x23 13-9 5x14",
			"B:W9,14,K30:BK23,K31 23-18 30-25 31-26 25-21 26-22 14-10 18-14 9-5",
			"B:WK7,20,K26:B12,K22,K31 22-18 26-30 18-15 7-2 15-10 30-25 31-26 25-21 26-22 2-6",
			"B:W21,24,K30:B13,23,K26 26-22 21-17 22-18 30-26",
			"B:WK4,K17:BK5,K20 5-9 17-22 9-14 22-26 14-18 4-8 20-16 26-31 18-23 8-3 16-11 3-7",
		},
		lacks: []string{
			"B:W21,24,K30:B13,23,K26 26-22 21-17",
			"B:W9,14,K30:BK23,K31 23-18 30-25 31-26",
			"B:WK4,K17:BK5,K20 5-9 17-22 9-14 22-26",
			"B:WK8,K10:BK17,K21 17-14 10x17 21x14 8-11 14-18",
			"B:W13,16,17,21,22,27,28:B6,8,9,10,14,15,19 8-12 27-24 14-18 17-14 10x26",
		},
	},
	Blockade: {
		has: []string{
			"B:W5:B1,K20 20-16", "B:W5,13:B1,6,9,K20 20-16", "B:W5,12:B1,3,8,K20 20-24", "B:W12:B8,3,K20 20-24", "B:W21:B14,17,K31 31-27",
		},
		lacks: []string{
			"B:W5,20:B1,K31 31-27", "B:W13:B1,K20 20-16", "B:WK5:B1,K20 20-16", "B:W12:B8,K20 20-24", "B:W10:BK6 6x15",
		},
	},
}

func TestThemes(t *testing.T) {
	db := databases(t)
	for theme, cases := range themeCases {
		require.Len(t, cases.has, 5)
		require.Len(t, cases.lacks, 5)
		for _, text := range cases.has {
			p, line := solved(t, text)
			require.Contains(t, Themes(db, p, line), theme, text)
		}
		for _, text := range cases.lacks {
			p, line := solved(t, text)
			require.NotContains(t, Themes(db, p, line), theme, text)
		}
	}
	p, line := solved(t, themeCases[Shot].has[2])
	require.Equal(t, []string{Shot, "3-for-2", Rebound}, Themes(db, p, line))
}

// TestEndings: the position of each lesson has its name, and not with one king more.
func TestEndings(t *testing.T) {
	db := databases(t)
	all, err := lessons()
	require.NoError(t, err)
	for _, l := range all {
		p := l.Position
		require.Equal(t, board.Black, p.Turn)
		require.Contains(t, solution{p}.endings(db), l.ID)
		another := (^(p.Black | p.White)).First().Bit()
		p.Black, p.Kings = p.Black|another, p.Kings|another
		require.NotContains(t, solution{p}.endings(db), l.ID)
	}
	from := func(fen string) board.Position { return position(t, fen) }
	require.True(t, resembles(from("B:WK1,9:BK14,K18,K22"), from("B:WK5,9:BK17,K18,K15")))
	require.False(t, resembles(from("B:WK1,9:BK14,K18,K22"), from("B:WK5,9:BK22,K25,K29")), "a king has one partner")
	require.False(t, resembles(from("B:WK1,9:BK14"), from("B:WK1,9:BK14,K18")))
}
