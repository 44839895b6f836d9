package explain

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/theme"
)

// opened returns the databases in the program.
func opened(t *testing.T) *egdb.DB {
	t.Helper()
	db, err := egdb.Open(egdb.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, db.Close()) })
	return db
}

// read returns the position of a FEN.
func read(t require.TestingT, fen string) board.Position {
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// natural is a natural mistake: the chance in percent, how many plies the game goes on after it if they are known, and how its line ends.
type natural struct {
	move    string
	percent int
	plies   int
	end     string
}

// TestLostDraws: ten positions of games in which a draw was lost.
func TestLostDraws(t *testing.T) {
	for _, c := range []struct {
		fen            string
		keeping, moves int
		natural        []natural
		only           int
		end            string // of the path; empty where no move on it is the only one
	}{
		{"B:WK7,K11:BK4,22", 1, 3, []natural{{"22-25", 49, 11, Trapped}}, 7, Repeats},
		{"W:WK16,21,28:B13,K18,23", 2, 6, []natural{{"16-19", 26, 0, ""}, {"16-20", 16, 0, ""}, {"16-12", 16, 0, ""}}, 0, Repeats},
		{"B:WK14,K15:BK16,K31", 3, 6, []natural{{"31-26", 39, 9, Trapped}}, 0, ""},
		{"B:WK6,K32:BK24,K29", 3, 5, []natural{{"24-20", 23, 21, Trapped}}, 0, ""},
		{"W:WK4,K15,29:B21,K24,K26", 3, 6, []natural{{"15-18", 19, 0, ""}}, 0, ""},
		{"B:W12,K18,K20:B4,K24,K26", 3, 8, []natural{{"26-23", 25, 0, Trapped}}, 0, ""}, // 24-19 is played in 9.98 of 100
		{"W:WK8,K22:BK2,K19", 4, 8, []natural{{"22-25", 13, 13, Trapped}, {"22-26", 13, 13, Trapped}, {"8-3", 12, 13, Trapped}, {"8-4", 11, 13, Trapped}}, 0, ""},
		{"B:WK3,23,28:BK9,12,20", 4, 6, []natural{{"12-16", 20, 0, Fallen}}, 0, ""},
		{"W:W10,18,K23:B20,K25,K30", 5, 7, []natural{{"23-27", 14, 0, Fallen}}, 0, ""},
		{"B:WK6,K18,20:B12,K17,K19", 3, 9, nil, 0, ""},
	} {
		e := Of(context.Background(), opened(t), read(t, c.fen))
		require.Equal(t, "draw", e.Result, c.fen)
		require.Equal(t, c.keeping, e.Keeping, c.fen)
		require.Len(t, e.Moves, c.moves, c.fen)
		var found []natural
		for _, f := range e.Mistakes {
			if f.Natural {
				found = append(found, natural{f.Move, int(math.Round(100 * f.Chance)), max(f.Plies-1, 0), f.End})
			}
		}
		require.Equal(t, c.natural, found, c.fen)
		if c.end == "" {
			require.Nil(t, e.Path, c.fen)
			continue
		}
		require.Equal(t, c.only, e.Path.Only, c.fen)
		require.Equal(t, c.end, e.Path.End, c.fen)
	}
}

// TestGifts: in the last of the ten, whatever does not hold gives a piece.
func TestGifts(t *testing.T) {
	e := Of(context.Background(), opened(t), read(t, "B:WK6,K18,20:B12,K17,K19"))
	require.Len(t, e.Mistakes, 6)
	for _, f := range e.Mistakes {
		require.True(t, f.Gift, f.Move)
		require.Equal(t, 1, f.Men+f.Kings, f.Move)
		require.Equal(t, Fallen, f.End)
	}
}

// TestThemesOfTheOnlyMove: the theme is told of the only move that keeps the value, if it need not take.
func TestThemesOfTheOnlyMove(t *testing.T) {
	for fen, want := range map[string][]string{
		"B:W5,K7,K18:B1,K26,K32":   {theme.Exchange, theme.DogHole},
		"W:W32,K7,K1:B28,K26,K15":  {theme.Exchange, theme.DogHole},
		"B:WK9,21:B14,17,K20,K27":  {theme.Pitch},
		"B:WK11,13,K15:B5,K12,K14": {theme.Breeches},
		"B:WK7,K11:BK4,22":         {}, // 22-26 only goes on
		"W:WK26,K19:B24,K13,22":    {}, // 26x17 takes what it must
		"W:WK19,K23:B12,K28":       {}, // four moves win
	} {
		require.Equal(t, want, Of(context.Background(), opened(t), read(t, fen)).Themes, fen)
	}
}

// TestTriangle: a path that repeats tells where the pieces belong, and mistakes without a refutation tell how the man gets through.
func TestTriangle(t *testing.T) {
	e := Of(context.Background(), opened(t), read(t, "W:WK10,K14:BK1,K2,5"))
	require.Equal(t, 1, e.Keeping)
	require.Equal(t, Repeats, e.Path.End)
	require.Equal(t, []Post{{[]int{6}, []int{14}}, {[]int{2}, []int{10}}}, e.Path.Posts)
	require.Equal(t, "loss", e.Passed, "White is in the move")
	require.Equal(t, "10-15", e.Mistakes[0].Move)
	require.Equal(t, Stage{Crown, "Black", 29, "25-29", 0, 0}, e.Mistakes[0].Stages[0])
}

// TestPlanOfAWin: First Position. The plan is steps, not moves.
func TestPlanOfAWin(t *testing.T) {
	e := Of(context.Background(), opened(t), read(t, "W:WK19,K23:B12,K28"))
	require.Equal(t, "win", e.Result)
	require.Equal(t, 61, e.Plies)
	require.Equal(t, 4, e.Keeping)
	require.Equal(t, "draw", e.Passed)
	require.Nil(t, e.Path)
	require.Equal(t, []Stage{
		{Capture, "White", 35, "19x12", 1, 0}, {Crown, "Black", 40, "27-32", 0, 0}, {Capture, "White", 61, "28x19", 1, 0}, {End, "White", 61, "", 0, 0},
	}, e.Stages)
}

// TestThrownWin: what does not win tells how the opponent draws.
func TestThrownWin(t *testing.T) {
	e := Of(context.Background(), opened(t), read(t, "B:WK13,24:BK10,K12"))
	require.Equal(t, "12-16", e.Mistakes[0].Move)
	require.Equal(t, "draw", e.Mistakes[0].Result)
	require.Equal(t, []string{"13-17", "13-9", "24-20"}, e.Mistakes[0].Replies)
	require.Empty(t, e.Mistakes[0].Line)
}

// TestMistakesWith: a move that does not look natural is refuted in full, the others that do follow, and a move that keeps the value is
// no mistake.
func TestMistakesWith(t *testing.T) {
	db, p := opened(t), read(t, "B:WK7,K11:BK4,22")
	played := func(text string) board.Move {
		m, err := p.ParseMove(text)
		require.NoError(t, err)
		return m
	}
	require.Empty(t, MistakesWith(context.Background(), db, p, played("22-26")))
	require.Equal(t, Of(context.Background(), db, p).Mistakes[:1], MistakesWith(context.Background(), db, p, played("22-25")))
	require.Empty(t, MistakesWith(context.Background(), db, board.Start(), board.Move{}))
	p = read(t, "B:W12,K18,K20:B4,K24,K26")
	all := MistakesWith(context.Background(), db, p, played("24-19"))
	require.Len(t, all, 2)
	require.False(t, all[0].Natural)
	require.Equal(t, []string{"24-19", "18-23", "4-8", "12x3"}, all[0].Line)
	require.Equal(t, Of(context.Background(), db, p).Mistakes[:1], all[1:], "26-23")
}

// TestUnknown: beyond the databases nothing is said, and a game that is over has nothing to explain.
func TestUnknown(t *testing.T) {
	e := Of(context.Background(), opened(t), board.Start())
	require.Equal(t, "unknown", e.Result)
	require.Zero(t, e.Keeping)
	require.Empty(t, e.Mistakes)
	require.Nil(t, e.Path)
	over := Of(context.Background(), opened(t), read(t, "B:W10:B"))
	require.Equal(t, "loss", over.Result)
	require.Empty(t, over.Moves)
	require.Empty(t, over.Stages)
}

// TestOutOfTime: the values of the moves and their number are told all the same.
func TestOutOfTime(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := Of(ctx, opened(t), read(t, "W:WK10,K14:BK1,K2,5"))
	require.Equal(t, 1, e.Keeping)
	require.Len(t, e.Moves, 6)
	require.Len(t, e.Mistakes, 5)
	require.Nil(t, e.Path)
}
