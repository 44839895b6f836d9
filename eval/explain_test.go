package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

func TestContributionsAddUpToTheEvaluation(t *testing.T) {
	everyPosition(t, func(t *rapid.T, p board.Position) {
		e := BuiltIn().Explain(p)
		require.Equal(t, BuiltIn().Evaluate(p), e.Score(), p.FEN())
		sum := 0.0
		for _, term := range e.Terms {
			require.Equal(t, Weight(term.Black-term.White)*term.Weight, term.Contribution)
			sum += term.Contribution.Hundredths()
		}
		for _, term := range e.Patterns {
			sum += term.Contribution.Hundredths()
		}
		if p.Turn == board.White {
			sum = -sum
		}
		const fractionCutOff = 1
		require.InDelta(t, sum, float64(BuiltIn().Evaluate(p)), fractionCutOff, p.FEN())
	})
}

func TestExplanationAsText(t *testing.T) {
	p := position(t, "W:W28,29,K5:B1,2,18")
	lines := strings.Split(strings.TrimSuffix(BuiltIn().Explain(p).String(), "\n"), "\n")
	require.Len(t, lines, 1+1+int(heuristics)+1+shownPatterns+1+2)
	require.Contains(t, lines[0], "seen by Black")
	require.Contains(t, lines[0], "White to move")
	require.Contains(t, lines[0], "6 pieces, late endgame")
	for h, term := range BuiltIn().Explain(p).Terms {
		line := lines[2+h]
		require.True(t, strings.HasPrefix(line, term.Name+" "), line)
		require.True(t, strings.HasSuffix(line, " "+term.Contribution.String()), line)
		require.Len(t, line, len(lines[1]), "columns")
	}
	require.Contains(t, strings.Join(lines, "\n"), "\nstrongest patterns")
	for _, term := range strongest(BuiltIn().Explain(p).Patterns, shownPatterns) {
		require.Contains(t, lines, fmt.Sprintf("%-*s%*s%*s", patternWidth, term.Name+", "+term.Side.String()+": "+term.Men(),
			weightWidth, term.Weight, contributionWidth, term.Contribution))
	}
	last := len(lines) - 1
	require.True(t, strings.HasPrefix(lines[last-1], "total for Black"))
	require.Equal(t, fmt.Sprintf("score for White, who is to move: %s", BuiltIn().Evaluate(p)), lines[last])
}

func TestExplanationOfTheOtherSide(t *testing.T) {
	p := board.Start()
	p.Turn = board.White
	require.Contains(t, BuiltIn().Explain(p).String(), fmt.Sprintf("score for White, who is to move: %s", BuiltIn().Evaluate(p)))
	require.NotContains(t, BuiltIn().Explain(board.Start()).String(), "White to move")
}
