package proving

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
)

// TestGoingOn: the command that goes on with an open question has a goal that asks the same question. Goals are from
// Black's view.
func TestGoingOn(t *testing.T) {
	const fen = "W:W18,19,22,26,29:B3,5,8,10,12"
	for attacker, bound := range map[string]string{"Black": "<= draw", "White": ">= draw"} {
		o := Outcome{FEN: fen, Proofs: []Proof{{Attacker: "Red", Wins: proof.No}, {Attacker: attacker}}}
		_, rest, found := strings.Cut(o.goingOn(), `--goal "`)
		require.True(t, found)
		text, _, _ := strings.Cut(rest, `"`)
		require.Equal(t, fen+" "+bound, text)
	}
	require.Empty(t, (&Outcome{FEN: fen, Proofs: []Proof{{Wins: proof.Yes}}}).goingOn())
	require.Equal(t, "interrupted: the same command goes on\n", (&Outcome{FEN: fen, Proofs: []Proof{{Attacker: "Black"}}, kept: true}).goingOn())
}

// TestJudge gives verdicts for bounds.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		goal      Goal
		low, high board.Result
		want      Verdict
	}{
		{Value, board.Draw, board.Draw, Proven},
		{Value, board.Draw, board.Win, Open},
		{Draw, board.Draw, board.Win, Proven},
		{Draw, board.Loss, board.Loss, Disproven},
		{Draw, board.Loss, board.Draw, Open},
		{Win, board.Win, board.Win, Proven},
		{Win, board.Loss, board.Draw, Disproven},
		{Win, board.Draw, board.Win, Open},
	} {
		require.Equal(t, c.want, c.goal.judge(c.low, c.high), "%v", c)
	}
}

// TestBounds asks the question of each goal: the verdict on the goal follows from the answer.
func TestBounds(t *testing.T) {
	p := board.Start()
	for _, c := range []struct {
		goal     Goal
		answer   proof.Answer
		attacker board.Color
		want     Verdict
	}{
		{Win, proof.Yes, board.Black, Proven},
		{Win, proof.No, board.Black, Disproven},
		{Draw, proof.Yes, board.White, Disproven},
		{Draw, proof.No, board.White, Proven},
		{Draw, proof.Unknown, board.White, Open},
	} {
		require.Equal(t, []board.Color{c.attacker}, c.goal.attackers(p))
		v := (&positionTask{PositionSettings: PositionSettings{FEN: p}}).valueOf(map[board.Color]proof.Result{c.attacker: {Answer: c.answer}})
		require.Equal(t, c.want, c.goal.judge(v.Low, v.High), "%v", c)
	}
}
