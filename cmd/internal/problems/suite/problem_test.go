package suite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// problem makes one that is sound.
func problem(t *testing.T, id, fen, result, keyMoves string) Problem {
	t.Helper()
	p, err := rawProblem{id: id, source: "here", fen: fen, result: result, keyMoves: keyMoves}.problem()
	require.NoError(t, err)
	return p
}

func TestSolvedByKeyMove(t *testing.T) {
	p := problem(t, "", "B:WK31:BK18,25", "WIN", "18-23 25-30")
	for text, want := range map[string]bool{"18-23": true, "25-30": true, "18-22": false, "18-15": false} {
		m, err := p.Position.ParseMove(text)
		require.NoError(t, err)
		for _, score := range []eval.Score{decisive, 0, eval.LossIn(4)} {
			require.Equal(t, want, p.SolvedBy(found(m, score)), "%s %s", text, score)
		}
	}
	require.False(t, p.SolvedBy(search.Info{Score: eval.WinIn(3)}))
}

// A move that is no key move solves the problem if the databases or the search prove that it keeps the value.
func TestSolvedByAnotherMoveThatKeepsTheValue(t *testing.T) {
	const other = "18-22"
	for _, c := range []struct {
		result, avoid string
		known         board.Result
		score         eval.Score
		want          bool
	}{
		{"WIN", "", board.Win, 0, true},
		{"WIN", "", board.Draw, 0, false},
		{"WIN", "", board.Unknown, eval.WinIn(9), true},
		{"WIN", "", board.Unknown, eval.DatabaseWin, true},
		{"WIN", "", board.Unknown, eval.MaxUnproven, false},
		{"WIN", other, board.Win, eval.WinIn(9), false},
		{"DRAW", "", board.Draw, 90, true},
		{"DRAW", "", board.Win, 0, true},
		{"DRAW", "", board.Loss, 0, false},
		{"DRAW", "", board.Unknown, eval.Draw, false},
		{"DRAW", "", board.Draw, eval.WinIn(9), true},
		{"LOSS", "", board.Loss, eval.LossIn(8), false},
		{"", "", board.Win, 0, true},
		{"", "", board.Draw, 0, false},
	} {
		p, err := rawProblem{fen: "B:WK31:BK18,25", result: c.result, keyMoves: "18-23", avoid: c.avoid}.problem()
		require.NoError(t, err)
		m, err := p.Position.ParseMove(other)
		require.NoError(t, err)
		best := found(m, c.score)
		best.Known = c.known
		require.Equal(t, c.want, p.SolvedBy(best), "%+v", c)
	}
}

func TestSolvedByScore(t *testing.T) {
	for _, c := range []struct {
		result string
		score  eval.Score
		want   bool
	}{
		{"WIN", eval.WinIn(7), true},
		{"WIN", 150, true},
		{"WIN", 149, false},
		{"WIN", eval.LossIn(2), false},
		{"LOSS", eval.LossIn(6), true},
		{"LOSS", -150, true},
		{"LOSS", -149, false},
		{"LOSS", eval.WinIn(1), false},
		{"DRAW", 0, true},
		{"DRAW", 50, true},
		{"DRAW", -50, true},
		{"DRAW", 51, false},
		{"DRAW", -51, false},
		{"DRAW", eval.WinIn(9), false},
		{"DRAW", eval.LossIn(8), false},
	} {
		p := problem(t, "", "B:WK31:BK18,25", c.result, "")
		require.Equal(t, c.want, p.SolvedBy(found(board.Move{}, c.score)), "%s %s", c.result, c.score)
	}
	require.False(t, Problem{}.SolvedBy(found(board.Move{}, 0)))
}

// Moves to avoid are no solution; a result beside them has to be seen too, key moves decide
// alone.
func TestMovesToAvoid(t *testing.T) {
	const fen = "B:WK31:BK18,25"
	for _, c := range []struct {
		rawProblem rawProblem
		move       string
		score      eval.Score
		want       bool
	}{
		{rawProblem{avoid: "18-22 18-15"}, "18-23", 0, true},
		{rawProblem{avoid: "18-22 18-15"}, "18-22", 0, false},
		{rawProblem{avoid: "18-22", result: "WIN"}, "18-23", decisive, true},
		{rawProblem{avoid: "18-22", result: "WIN"}, "18-23", decisive - 1, false},
		{rawProblem{avoid: "18-22", result: "WIN"}, "18-22", decisive, false},
		{rawProblem{avoid: "18-22", result: "WIN", keyMoves: "18-23"}, "18-23", 0, true},
		{rawProblem{avoid: "18-22", keyMoves: "18-23"}, "18-15", decisive, false},
		{rawProblem{avoid: "18-22", keyMoves: "18-23"}, "18-22", eval.WinIn(9), false},
	} {
		c.rawProblem.fen = fen
		p, err := c.rawProblem.problem()
		require.NoError(t, err)
		m, err := p.Position.ParseMove(c.move)
		require.NoError(t, err)
		require.Equal(t, c.want, p.SolvedBy(found(m, c.score)), "%+v", c)
		require.False(t, p.SolvedBy(search.Info{Score: c.score}), "no move is no solution")
		require.True(t, p.Answered())
	}
}

func TestProblemWithoutAnAnswer(t *testing.T) {
	p := problem(t, "", "B:WK31:BK18,25", "", "")
	require.False(t, p.Answered())
	require.Empty(t, p.Wanted())
	require.False(t, p.SolvedBy(found(board.Move{From: 17, To: 22}, decisive)))
}

func TestWanted(t *testing.T) {
	for want, e := range map[string]rawProblem{
		"win":                      {result: "win"},
		"win by 18-23 or 25-30":    {result: "WIN", keyMoves: "18-23 25-30"},
		"18-23":                    {keyMoves: "18-23"},
		"not 18-22 or 18-15":       {avoid: "18-22,18-15 18-22"},
		"draw, not 18-22":          {result: "Draw", avoid: "18-22"},
		"18-23, not 18-22":         {keyMoves: "18-23", avoid: "18-22"},
		"loss by 18-23, not 18-22": {result: "LOSS", keyMoves: "18-23", avoid: "18-22"},
	} {
		e.fen = "B:WK31:BK18,25"
		p, err := e.problem()
		require.NoError(t, err)
		require.Equal(t, want, p.Wanted())
	}
}

// A score of PDN names the side that wins, whoever is to move.
func TestParseResult(t *testing.T) {
	for text, want := range map[string]struct{ black, white board.Result }{
		"WIN": {board.Win, board.Win}, "Loss": {board.Loss, board.Loss}, "draw": {board.Draw, board.Draw},
		"1-0": {board.Win, board.Loss}, "2-0": {board.Win, board.Loss},
		"0-1": {board.Loss, board.Win}, "1/2-1/2": {board.Draw, board.Draw}, "1-1": {board.Draw, board.Draw},
		"": {}, "*": {}, "?": {},
	} {
		got, err := parseResult(text, board.Black)
		require.NoError(t, err)
		require.Equal(t, want.black, got, text)
		got, err = parseResult(text, board.White)
		require.NoError(t, err)
		require.Equal(t, want.white, got, text)
	}
	for _, text := range []string{"0-0", "won", "1", "3-0"} {
		_, err := parseResult(text, board.Black)
		require.ErrorContains(t, err, "is not WIN, DRAW or LOSS", text)
	}
}

// A capture with a choice of paths is named in full.
func TestKeyMoveWithPath(t *testing.T) {
	p := problem(t, "", "B:W6,7,14,15,22,23:BK2", "", "2x9x18x27")
	require.Len(t, p.KeyMoves, 1)
	require.Equal(t, 3, p.KeyMoves[0].Captured.Count())
}

// found is the result of a search that ended with a move and a score.
func found(m board.Move, score eval.Score) search.Info {
	return search.Info{PV: []board.Move{m}, Score: score}
}

// TestKnownValuesSolve: what the databases know counts before any score.
func TestKnownValuesSolve(t *testing.T) {
	best := search.Info{Score: 90, Known: board.Draw}
	require.True(t, Problem{Result: board.Draw}.SolvedBy(best))
	best.Score = decisive
	require.False(t, Problem{Result: board.Win}.SolvedBy(best))
}
