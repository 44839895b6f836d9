package generate

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/internal/endgame"
)

// special scores lie at the ends of what is told apart.
var special = []score{0, 1, narrowest, narrowest + 1, narrowest + 2, drawnScore - 1, drawnScore, drawnScore + 1,
	topScore - narrowest - 1, topScore - narrowest, topScore - 1, topScore}

// drawScores returns a word of scores, half of them special, and the same as a list.
func drawScores(t *rapid.T) (s scores, list [squares]score) {
	for x := range list {
		v := score(rapid.Uint16Range(0, uint16(topScore)).Draw(t, "score"))
		if i := rapid.IntRange(0, 2*len(special)).Draw(t, "special"); i < len(special) {
			v = special[i]
		}
		list[x] = v
		s.set(x, v)
	}
	return s, list
}

// TestScores compares what is done to 32 scores at once with the same done one by one.
func TestScores(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, as := drawScores(t)
		b, bs := drawScores(t)
		mask := rapid.Uint32().Draw(t, "mask")
		v := special[rapid.IntRange(0, len(special)-1).Draw(t, "one")]
		joined, all, put := a, a, a
		joined.join(&b, mask)
		all.joinAll(v, mask)
		put.put(v, mask)
		equal, equalTop := a.equal(v, topScore)
		some, ends := a.nonZero(), a.converted()
		near := true
		for x := range squares {
			in := mask>>x&1 != 0
			want := [3]score{as[x], as[x], as[x]}
			if in {
				want = [3]score{max(as[x], bs[x]), max(as[x], v), v}
			}
			require.Equal(t, want, [3]score{joined.at(x), all.at(x), put.at(x)})
			require.Equal(t, [3]bool{as[x] == v, as[x] == topScore, as[x] != 0},
				[3]bool{equal>>x&1 != 0, equalTop>>x&1 != 0, some>>x&1 != 0})
			require.Equal(t, as[x].converted(), ends.at(x))
			near = near && (as[x] <= narrowest+1 || as[x] >= topScore-narrowest || as[x] == drawnScore)
		}
		require.Equal(t, near, a.within(narrowest))
		if near {
			n := a.narrow()
			require.Equal(t, a, n.wide())
		}
	})
}

// TestScoreOrder: a score and its best predecessor say the distances that a ply tells
// apart.
func TestScoreOrder(t *testing.T) {
	for _, metric := range []endgame.Metric{endgame.DTW, endgame.DTC} {
		for plies := range 400 {
			lost := topScore - score(plies)
			if metric == endgame.DTW {
				plies *= 2
			}
			require.Equal(t, egdb.Distance{Value: board.Loss, Plies: plies}, lost.distance(metric))
			won := lost.before(metric)
			require.Equal(t, egdb.Distance{Value: board.Win, Plies: plies + 1}, won.distance(metric))
			require.Equal(t, egdb.Distance{Value: board.Loss, Plies: plies + 2}, won.before(metric).distance(metric))
		}
		require.Equal(t, board.Draw, drawnScore.before(metric).distance(metric).Value)
	}
}
