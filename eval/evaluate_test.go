package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

func TestMirroredPositionIsWorthTheSame(t *testing.T) {
	everyPosition(t, func(t *rapid.T, p board.Position) {
		require.Equal(t, BuiltIn().Evaluate(p), BuiltIn().Evaluate(p.Mirror()), p.FEN())
	})
}

func TestMirroredTermsChangeSides(t *testing.T) {
	everyPosition(t, func(t *rapid.T, p board.Position) {
		mirrored := BuiltIn().Explain(p.Mirror())
		for h, term := range BuiltIn().Explain(p).Terms {
			require.Equal(t, term.Black, mirrored.Terms[h].White, "%s: %s", term.Name, p.FEN())
			require.Equal(t, term.White, mirrored.Terms[h].Black, "%s: %s", term.Name, p.FEN())
			require.Equal(t, term.Contribution, -mirrored.Terms[h].Contribution, "%s: %s", term.Name, p.FEN())
		}
	})
}

func TestOnlyTwoTermsDependOnTheTurn(t *testing.T) {
	everyPosition(t, func(t *rapid.T, p board.Position) {
		other := p
		other.Turn = p.Turn.Opponent()
		swapped := BuiltIn().Explain(other)
		for h, term := range BuiltIn().Explain(p).Terms {
			changed := swapped.Terms[h].Contribution - term.Contribution
			switch heuristic(h) {
			case turn:
				require.Equal(t, -2*term.Contribution, changed, p.FEN())
			case theMove:
				require.Equal(t, -2*term.Contribution, changed, p.FEN())
			default:
				require.Zero(t, changed, "%s: %s", term.Name, p.FEN())
			}
		}
	})
}

func TestEvaluationIsNeverProven(t *testing.T) {
	everyPosition(t, func(t *rapid.T, p board.Position) {
		require.False(t, BuiltIn().Evaluate(p).IsProven(), p.FEN())
	})
}

func TestStartIsNearlyEven(t *testing.T) {
	const nearlyEven = 10
	require.InDelta(t, 0, int(BuiltIn().Evaluate(board.Start())), nearlyEven)
}

// Evaluations that any player would agree with, with Black to move.
func TestJudgement(t *testing.T) {
	for _, tt := range []struct{ says, better, worse string }{
		{"a man more", "B:W30,31:B1,2,3", "B:W30,31:B1,2"},
		{"a king is more than a man", "B:W21,25,29,30:B1,2,5,K14", "B:W21,25,29,30:B1,2,5,14"},
		{"two men are more than a king", "B:W29,30:B1,3", "B:W29,30:BK3"},
		{"a free king", "B:W31:BK29", "B:W30:BK29"},
		{"a man that runs to crown", "B:W19,20,23,27,28,32:B1,2,3,4,25", "B:W19,20,23,27,28,32:B1,2,3,4,13"},
		{"the enemy king driven out of the double corner", "B:WK31:BK18,K19", "B:WK32:BK18,K19"},
		{"kings near the enemy king", "B:WK29:BK22,K18", "B:WK29:BK3,K4"},
	} {
		better, worse := BuiltIn().Evaluate(position(t, tt.better)), BuiltIn().Evaluate(position(t, tt.worse))
		require.Greater(t, better, worse, tt.says)
	}
}

func TestTrappedKingIsWorthAboutAMan(t *testing.T) {
	trapped, free := BuiltIn().Explain(position(t, "B:W30:BK29")), BuiltIn().Explain(position(t, "B:W31:BK29"))
	require.InDelta(t, 100, (trapped.Terms[kings].Contribution + trapped.Terms[trappedKings].Contribution).Hundredths(), 25)
	require.Zero(t, free.Terms[trappedKings].Contribution)
}

// Positions of random games are rich in kings; those of real games are what the search sees.
func BenchmarkEvaluate(b *testing.B) {
	b.Run("random", func(b *testing.B) { evaluateAll(b, quietPositions(1<<12)) })
	b.Run("games", func(b *testing.B) { evaluateAll(b, gamePositions(b)) })
}

func evaluateAll(b *testing.B, list []board.Position) {
	b.ReportAllocs()
	w, i := BuiltIn(), 0
	for b.Loop() {
		w.Evaluate(list[i%len(list)])
		i++
	}
}
