package network

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/zonda-checkers/zonda/engine/board"
)

func TestWaysAgree(t *testing.T) {
	for _, hidden := range []int{64, 128, 256, 320} {
		n, err := randomWeights(hidden, 1).Network()
		require.NoError(t, err)
		everyPosition(t, func(t *rapid.T, p board.Position) {
			want := n.evaluateSlow(p)
			require.Equal(t, want, n.Evaluate(p))
			b := Bucket(p.Pieces())
			require.Equal(t, want, n.score(n.table.forwardGo(p, n.weights(p.Turn, b)), b))
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	list := quietPositions(1 << 12)
	for _, hidden := range []int{64, 128, 256} {
		n, err := randomWeights(hidden, 1).Network()
		require.NoError(b, err)
		for _, way := range []string{"fast", "go", "slow"} {
			b.Run(fmt.Sprintf("%s/%d", way, hidden), func(b *testing.B) {
				i := 0
				for b.Loop() {
					p := list[i%len(list)]
					switch way {
					case "fast":
						n.Evaluate(p)
					case "go":
						bk := Bucket(p.Pieces())
						n.score(n.table.forwardGo(p, n.weights(p.Turn, bk)), bk)
					default:
						n.evaluateSlow(p)
					}
					i++
				}
			})
		}
	}
}
