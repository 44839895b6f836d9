package tree_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search/proof/tree"
)

// Any text is a goal that its text gives back, with claims about its position, or one error.
func FuzzParseGoal(f *testing.F) {
	for _, text := range []string{
		closedSets, "B:W18,K22:B1,5 = draw", "12-16 24-19 10-14 <= draw", "1. 12-16 24-19 2. 10-14 >= win",
		"B:W18:B9 >= loss", "= = draw", ">=draw", "W:W1:B32 <= loss <= win",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func(string) (tree.Goal, error){tree.ParseGoal, tree.ParseOpening} {
			g, err := parse(text)
			if err != nil {
				require.NotContains(t, err.Error(), "\n")
				continue
			}
			require.NotEmpty(t, g.Claims())
			again, err := tree.ParseGoal(g.String())
			require.NoError(t, err)
			require.Equal(t, g.Position(), again.Position())
			require.Equal(t, g.Claims(), again.Claims())
		}
	})
}
