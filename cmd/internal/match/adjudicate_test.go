package match

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/client"
)

// scored is a move of a side and its score; depth 0 is written as "-".
type scored struct {
	side  board.Color
	score string
}

// alternately returns the moves of both sides in turn, beginning with a side. Each pair of scores is for that side and its opponent.
func alternately(first board.Color, scores ...string) (all []scored) {
	for i, score := range scores {
		side := first
		if i%2 == 1 {
			side = first.Opponent()
		}
		all = append(all, scored{side, score})
	}
	return all
}

// end returns after how many of the moves rules end a game that began plies before, 0 for never.
func end(t *testing.T, rules adjudicationRules, before int, all []scored) (moves int, winner board.Winner, by string) {
	t.Helper()
	j := adjudicator{adjudicationRules: rules}
	for i, s := range all {
		depth := 9
		if s.score == "-" {
			depth, s.score = 0, "-9.99"
		}
		score, _ := client.ParseScore(s.score)
		if winner, by, over := j.Add(s.side, score, depth, before+i+1); over {
			return i + 1, winner, by
		}
	}
	return 0, board.Unfinished, ""
}

// For both colours, a side resigns at the last move of the row and at the score itself, and no earlier.
func TestResign(t *testing.T) {
	rules := adjudicationRules{Resign: &ResignRule{Score: 200, MoveCount: 2}}
	for _, loser := range []board.Color{board.Black, board.White} {
		for _, c := range []struct {
			scores []string
			moves  int
		}{
			{[]string{"-2.00", "+0.00", "-2.00"}, 3},
			{[]string{"-1.99", "+9.00", "-2.00", "+9.00", "-2.00"}, 5},
			{[]string{"-2.00", "+0.00", "-1.99", "+0.00", "-2.00"}, 0},
			{[]string{"-2.00", "+0.00", "-", "+0.00", "-2.00"}, 0},
			{[]string{"loss 9", "+0.00", "loss"}, 3},
			{[]string{"-2.00", "+0.00", "draw", "+0.00", "-2.00"}, 0},
			{[]string{"-2.00", "+0.00", "", "+0.00", "-2.00"}, 0},
			{[]string{"+9.00", "+9.00", "+9.00", "+9.00", "win 3"}, 0},
		} {
			moves, winner, by := end(t, rules, 0, alternately(loser, c.scores...))
			require.Equal(t, c.moves, moves, "%v %q", loser, c.scores)
			if moves > 0 {
				require.Equal(t, board.Won(loser.Opponent()), winner)
				require.Equal(t, ByResign, by)
			}
		}
	}
}

// With both engines the row of the one that comes last ends the game, be it the winner's or the loser's.
func TestResignOfTwoSides(t *testing.T) {
	rules := adjudicationRules{Resign: &ResignRule{Score: 200, MoveCount: 2, TwoSided: true}}
	for _, loser := range []board.Color{board.Black, board.White} {
		for _, c := range []struct {
			scores []string
			moves  int
		}{
			{[]string{"-2.00", "+2.00", "-2.00", "+2.00"}, 4},
			{[]string{"+0.00", "+2.00", "-2.00", "+2.00", "-2.00"}, 5},
			{[]string{"-2.00", "+1.99", "-2.00", "+2.00", "-2.00"}, 0},
			{[]string{"-2.00", "+2.00", "-1.99", "+2.00", "-2.00", "win 5", "-2.00"}, 7},
			{[]string{"-2.00", "-2.00", "-2.00", "-2.00"}, 0},
			{[]string{"-2.00", "+2.00", "-2.00", "-"}, 0},
		} {
			moves, winner, _ := end(t, rules, 0, alternately(loser, c.scores...))
			require.Equal(t, c.moves, moves, "%v %q", loser, c.scores)
			if moves > 0 {
				require.Equal(t, board.Won(loser.Opponent()), winner)
			}
		}
	}
}

// A draw needs the move number, moves of both sides in a row, and scores on either side of 0 that differ no more.
func TestDraw(t *testing.T) {
	rules := adjudicationRules{Draw: &DrawRule{MoveNumber: 3, MoveCount: 2, Score: 5}}
	for _, first := range []board.Color{board.Black, board.White} {
		for _, c := range []struct {
			before, moves int
			scores        []string
		}{
			{9, 4, []string{"+0.05", "-0.05", "draw", "+0.00", "+0.00"}},
			{9, 0, []string{"+0.05", "-0.06", "draw", "+0.00", "+0.00"}},
			{9, 5, []string{"+0.06", "+0.00", "+0.00", "+0.00", "+0.00"}},
			{9, 0, []string{"+0.00", "+0.00", "-", "+0.00", "+0.00", "+0.00"}},
			{9, 0, []string{"+0.00", "+0.00", "win 9", "+0.00", "+0.00", "+0.00"}},
			{0, 6, []string{"+0.00", "+0.00", "+0.00", "+0.00", "+0.00", "+0.00"}},
			{1, 5, []string{"+0.00", "+0.00", "+0.00", "+0.00", "+0.00", "+0.00"}},
		} {
			moves, winner, by := end(t, rules, c.before, alternately(first, c.scores...))
			require.Equal(t, c.moves, moves, "%d %q", c.before, c.scores)
			if moves > 0 {
				require.Equal(t, []any{board.Drawn, ByDraw}, []any{winner, by})
			}
		}
	}
}

func TestMaxMoves(t *testing.T) {
	moves, winner, by := end(t, adjudicationRules{MaxMoves: 3}, 2, alternately(board.White, "+1.00", "-", "", "+9.00", "+1.00"))
	require.Equal(t, []any{4, board.Drawn, ByLength}, []any{moves, winner, by})
	moves, _, _ = end(t, adjudicationRules{}, 0, alternately(board.Black, "-9.00", "-9.00", "-9.00", "-9.00"))
	require.Zero(t, moves)
}

func TestParse(t *testing.T) {
	r, err := parseResign("score=150 movecount=4 twosided")
	require.NoError(t, err)
	require.Equal(t, &ResignRule{150, 4, true}, r)
	r, err = parseResign("twosided=off")
	require.NoError(t, err)
	require.Equal(t, &ResignRule{Score: 200, MoveCount: 3}, r)
	d, err := parseDraw("movenumber=34 score=20")
	require.NoError(t, err)
	require.Equal(t, &DrawRule{34, 8, 20}, d)
	for text, want := range map[string]struct {
		pieces int
		only   Only
	}{"6": {6, allValues}, "0": {0, allValues}, "pieces=6 only=wins": {6, OnlyWins}, "only=draws pieces=5": {5, OnlyDraws}} {
		pieces, only, err := parseDatabases(text)
		require.NoError(t, err)
		require.Equal(t, want.pieces, pieces)
		require.Equal(t, want.only, only)
	}
	for want, parseRule := range map[string]func() error{
		"score: 0 is less than 1":                                        func() error { _, err := parseResign("score=0"); return err },
		`unknown key "scores": there are score, movecount, twosided`:     func() error { _, err := parseResign("scores=1"); return err },
		`unknown key "twosided": there are movenumber, movecount, score`: func() error { _, err := parseDraw("twosided"); return err },
		`only: "losses" is neither wins nor draws`:                       func() error { _, _, err := parseDatabases("pieces=6 only=losses"); return err },
		"pieces= is missing":                                             func() error { _, _, err := parseDatabases("only=wins"); return err },
		"pieces: -1 is less than 0":                                      func() error { _, _, err := parseDatabases("-1"); return err },
		`"six" has no =; a value with blanks stands in quotes`:           func() error { _, _, err := parseDatabases("six"); return err },
		`movecount: "x" is no whole number`:                              func() error { _, err := parseDraw("movecount=x"); return err },
	} {
		require.EqualError(t, parseRule(), want)
	}
}

func TestOnly(t *testing.T) {
	for only, want := range map[Only][]bool{allValues: {false, true, true, true}, OnlyWins: {false, true, false, true}, OnlyDraws: {false, false, true, false}} {
		for i, result := range []board.Result{board.Unknown, board.Loss, board.Draw, board.Win} {
			require.Equal(t, want[i], only.Takes(result), "%s %v", only, result)
		}
	}
}
