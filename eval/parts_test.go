package eval

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/engine/board"
)

// The parts by the weights in use are the terms of the explanation.
func TestPartsAreTheTerms(t *testing.T) {
	const rounding = 0.01 // hundredths of a man
	inUse := InUse()
	everyPosition(t, func(t *rapid.T, p board.Position) {
		var f Features
		f.Take(p)
		parts, e := inUse.Parts(&f), Explain(p)
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

func TestParseLearned(t *testing.T) {
	l, err := ParseLearned(weightFile)
	require.NoError(t, err)
	require.Equal(t, InUse(), l)
	_, err = ParseLearned([]byte("some other file"))
	require.ErrorContains(t, err, "no file of weights")
	damaged := append([]byte(nil), weightFile...)
	damaged[len(damaged)/2] ^= 1
	_, err = ParseLearned(damaged)
	require.ErrorContains(t, err, "damaged")
}
