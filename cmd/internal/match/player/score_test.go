package player

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

func men(m float64) Score { return Score{Given: true, Men: m} }

func result(r board.Result, plies int) Score { return Score{Given: true, Result: r, Plies: plies} }

func TestScoreText(t *testing.T) {
	for text, s := range map[string]Score{
		"+0.35":   men(0.35),
		"-12.00":  men(-12),
		"+0.00":   men(0),
		"win 31":  result(board.Win, 31),
		"win":     result(board.Win, 0),
		"loss 12": result(board.Loss, 12),
		"loss":    result(board.Loss, 0),
		"draw":    result(board.Draw, 0),
	} {
		require.Equal(t, text, s.String())
		read, ok := ParseScore(text)
		require.True(t, ok, text)
		require.Equal(t, s, read)
	}
	require.Equal(t, "", Score{}.String())
	require.Equal(t, "+0.00", men(-0.001).String())
	require.Equal(t, "draw", result(board.Draw, 7).String())
	for _, text := range []string{"", " ", "won", "win x", "win -1", "win 1 2", "draw 3", "1 2", "NaN", "inf", "-1e7", "1,5", "cp 3"} {
		_, ok := ParseScore(text)
		require.False(t, ok, text)
	}
}

func TestScoreRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Score{Given: true, Result: board.Result(rapid.IntRange(0, 3).Draw(t, "result"))}
		switch s.Result {
		case board.Unknown:
			s.Men = float64(rapid.IntRange(-1e8, 1e8).Draw(t, "cents")) / 100
		case board.Win, board.Loss:
			s.Plies = rapid.IntRange(0, math.MaxInt).Draw(t, "plies")
		}
		read, ok := ParseScore(s.String())
		require.True(t, ok)
		require.Equal(t, s, read)
	})
}

func FuzzParseScore(f *testing.F) {
	f.Add("+0.35")
	f.Add("loss 12")
	f.Fuzz(func(t *testing.T, text string) {
		if s, ok := ParseScore(text); ok {
			again, ok := ParseScore(s.String())
			require.True(t, ok)
			require.Equal(t, s.String(), again.String())
		}
	})
}
