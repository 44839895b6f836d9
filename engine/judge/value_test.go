package judge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// The numbers of a report are for the side that made the move, and say what its words say.
func TestValueReport(t *testing.T) {
	t.Parallel()
	number := func(n int) *int { return &n }
	searched := Verdict{Score: 35}
	require.Equal(t, &ValueReport{Result: "unknown", ScoreCP: number(35), Chance: RoundChance(eval.Score(35).Chance())}, newValueReport(searched, false))
	require.Equal(t, &ValueReport{Result: "unknown", ScoreCP: number(-35), Chance: RoundChance(1 - eval.Score(35).Chance())}, newValueReport(searched, true))
	won := Verdict{Result: board.Win, Source: Databases, Plies: 31}
	require.Equal(t, &ValueReport{Result: "win", Plies: number(31), Chance: 1}, newValueReport(won, false))
	require.Equal(t, &ValueReport{Result: "loss", Plies: number(31)}, newValueReport(won, true))
	require.Equal(t, "White wins in 31 plies (databases)", won.Text(board.White))
	require.Equal(t, &ValueReport{Result: "draw", Chance: 0.5}, newValueReport(Verdict{Result: board.Draw, Plies: 7}, true))
	require.Equal(t, &ValueReport{Result: "loss", Plies: number(4)}, newValueReport(Verdict{Result: board.Loss, Score: eval.LossIn(4)}, false))
}
