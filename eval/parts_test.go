package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
)

// The parts by the weights in the program are the terms of the explanation.
func TestPartsAreTheTerms(t *testing.T) {
	const rounding = 0.01 // hundredths of a man
	learned := BuiltIn().Learned()
	everyPosition(t, func(t *rapid.T, p board.Position) {
		var f Features
		f.Take(p)
		parts, e := learned.Parts(&f), BuiltIn().Explain(p)
		for h, term := range e.Terms {
			require.InDelta(t, term.Contribution.Hundredths(), parts[h], rounding, "%s: %s", term.Name, p.FEN())
		}
		for i := range patterns {
			both := e.Patterns[2*i].Contribution + e.Patterns[2*i+1].Contribution
			require.InDelta(t, both.Hundredths(), parts[int(heuristics)+i], rounding, "%s: %s", patterns[i].name, p.FEN())
		}
		require.InDelta(t, e.Total().Hundredths(), parts.Sum(), rounding, p.FEN())
	})
}

func TestPartNames(t *testing.T) {
	names := PartNames()
	require.Len(t, names, len(Parts{}))
	require.Equal(t, "men", names[men])
	require.Equal(t, "pattern rows 1-3", names[heuristics])
}
