package eval

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/board"
)

// The summary begins with the score, names the heaviest terms first and keeps to its
// room.
func TestSummary(t *testing.T) {
	p, err := board.ParseFEN("W:W18,K22:B5,K9")
	require.NoError(t, err)
	e := BuiltIn().Explain(p)
	whole := e.Summary(e.Score(), 1000)
	lines := strings.Split(whole, "\n")
	require.Equal(t, "value="+strings.TrimPrefix(e.Score().String(), "cp ")+" for White, who is to move; a commentary that does not sum to it, seen by Black:", lines[0])
	require.Greater(t, len(lines), 3)
	for room := len(lines[0]); room <= len(whole); room++ {
		short := e.Summary(e.Score(), room)
		require.LessOrEqual(t, len(short), room)
		require.True(t, strings.HasPrefix(whole, short))
	}
	heaviest := Weight(0)
	for _, term := range e.Terms {
		heaviest = max(heaviest, term.Contribution, -term.Contribution)
	}
	require.True(t, strings.HasSuffix(lines[1], heaviest.String()) || strings.HasSuffix(lines[1], (-heaviest).String()))
}
