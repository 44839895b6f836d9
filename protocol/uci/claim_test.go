package uci

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wonEndings are positions that the side to move wins: two in three plies, the others
// drawn at random.
var wonEndings = []string{
	"B:WK31:B18,25",
	"B:WK31:BK18,25",
	"W:WK1,24,K27:BK8,20,K26",
	"W:WK5,K23,K24:B1,8,K22",
	"B:W23,30:B13,K15,25,28",
	"W:W9,14,K17,19:BK24,K27",
	"B:W11,K28:BK2,K5,19,K23",
	"B:W21,29:B13,17,18,28",
	"B:WK7:B6,19,K21,K23,24",
	"W:W15,K20,30:BK4,5,6",
	"W:WK4,12,K25,K28:BK15,19",
	"B:WK1,8:BK2,6,K16,K17",
	"W:WK10,K12,21,27:BK22,K29",
	"B:W20:B4,17,K25,K27,K29",
	"B:WK14:B6,7,11,18,K26",
	"B:W13,K30:B2,9,16,K29",
}

// TestClaims: a win is claimed if the end of the game is seen, not where only the
// databases say so: they know no move rule.
func TestClaims(t *testing.T) {
	t.Parallel()
	c := newTalk(t)
	claims := map[string]bool{}
	for _, fen := range wonEndings {
		c.send("ucinewgame")
		lines := c.ask("move .*", "getmove "+fen+" 0.003")
		_, value, _ := strings.Cut(lines[len(lines)-2], "value=")
		want := " result 3 "
		if strings.HasPrefix(value, "win ") && !strings.HasPrefix(value, "win nodes") {
			want = " result 1 "
		}
		require.Contains(t, lines[len(lines)-1], want, value)
		claims[want] = true
	}
	require.Len(t, claims, 2)
	c.finish()
}
