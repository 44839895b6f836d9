package proving

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zonda-checkers/zonda/search/proof"
)

// TestGoingOn: the command that goes on with an open question has a goal that asks the same question. Goals are from
// Black's view.
func TestGoingOn(t *testing.T) {
	const fen = "W:W18,19,22,26,29:B3,5,8,10,12"
	for attacker, bound := range map[string]string{"Black": "<= draw", "White": ">= draw"} {
		o := Outcome{FEN: fen, Proofs: []Proof{{Attacker: "Red", Answer: proof.No}, {Attacker: attacker}}}
		_, rest, found := strings.Cut(o.goingOn(), `--goal "`)
		require.True(t, found)
		text, _, _ := strings.Cut(rest, `"`)
		require.Equal(t, fen+" "+bound, text)
	}
	require.Empty(t, (&Outcome{FEN: fen, Proofs: []Proof{{Answer: proof.Yes}}}).goingOn())
}
