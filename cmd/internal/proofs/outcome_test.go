package proofs

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// TestGoingOn: the command that goes on has the goal that is open, which is from Black's view, and the same databases and memory.
func TestGoingOn(t *testing.T) {
	for _, c := range []struct {
		goal         Goal
		low, high    board.Result
		black, white string // the bound with this side to move, none if nothing is open
	}{
		{Win, board.Loss, board.Win, ">= win", "<= loss"},
		{Draw, board.Loss, board.Win, ">= draw", "<= draw"},
		{Value, board.Loss, board.Win, "= draw", "= draw"},
		{Value, board.Loss, board.Draw, ">= draw", "<= draw"},
		{Value, board.Draw, board.Win, "<= draw", ">= draw"},
		{Value, board.Win, board.Win, "", ""},
		{Win, board.Loss, board.Draw, "", ""},
	} {
		for turn, bound := range map[board.Color]string{board.Black: c.black, board.White: c.white} {
			task := positionTask{&task{Settings: Settings{Table: 32, EGDB: "a b"}, leaves: certificate.Leaves{Pieces: 4}}, PositionSettings{Goal: c.goal}, nil}
			task.FEN.Turn = turn
			want := ""
			if bound != "" {
				want = `the same command begins anew; this one keeps its work: zonda prove serve --goal "FEN ` + bound +
					`" --store FILE --pieces 4 --hash 32 --egdb "a b"` + "\n"
			}
			o := Outcome{FEN: "FEN", found: proof.Value{Low: c.low, High: c.high}}
			require.Equal(t, want, task.goingOn(&o), "%v", c)
			o.kept = true
			require.Equal(t, "interrupted: the same command goes on\n", task.goingOn(&o))
		}
	}
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
