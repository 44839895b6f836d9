package eval

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// A pattern is named by the men on its squares, where they stand on the board.
func TestPatternTerms(t *testing.T) {
	terms := BuiltIn().Explain(position(t, "W:W28,29,K5:B1,2,18,K32")).Patterns
	require.Len(t, terms, 2*len(patterns))
	first, second := terms[0], terms[1]
	require.Equal(t, "rows 1-3", first.Name)
	require.Equal(t, board.Black, first.Side)
	require.Equal(t, "1,2 against none", first.Men())
	require.Equal(t, board.White, second.Side)
	require.Equal(t, "28,29 against none", second.Men(), "its own rows 1 to 3; kings are not seen")
	require.Equal(t, board.Bitboard(0xFFF00000), second.Squares)
	require.Equal(t, "none against 18", terms[5].Men())
	for _, term := range terms {
		if term.Side == board.Black {
			require.Equal(t, term.Weight, term.Contribution)
		} else {
			require.Equal(t, -term.Weight, term.Contribution)
		}
	}
}

func TestStrongestPatterns(t *testing.T) {
	terms := []PatternTerm{{Contribution: 3}, {Contribution: -7}, {Contribution: 5}}
	require.Equal(t, []PatternTerm{{Contribution: -7}, {Contribution: 5}}, strongest(terms, 2))
	require.Len(t, strongest(terms, 9), 3)
}
