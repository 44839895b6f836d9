package level

import (
	"math"

	"github.com/zonda-checkers/zonda/eval"
)

// Weakest and Strongest are the numbers of the first and of the last level.
const (
	Weakest   = 1
	Strongest = len(strengths)
)

// strength says how well a level plays.
type strength struct {
	nodes uint64     // positions that are searched for a move
	slip  float64    // the loss, in hundredths of a man, that divides a move's weight by e
	limit eval.Score // in hundredths of a man: the most that a chosen move may lose
}

// strengths are the levels from the weakest. The values were chosen so that each level beats the one before by 100 to
// 200 Elo: docs/protocol.md has the results.
var strengths = [...]strength{
	{nodes: 90, slip: 49, limit: 133},
	{nodes: 130, slip: 39, limit: 118},
	{nodes: 210, slip: 31, limit: 105},
	{nodes: 340, slip: 24, limit: 91},
	{nodes: 560, slip: 19, limit: 77},
	{nodes: 860, slip: 15, limit: 64},
	{nodes: 1550, slip: 12, limit: 53},
	{nodes: 3200, slip: 9, limit: 41},
	{nodes: 7300, slip: 6.6, limit: 28},
	{nodes: 17_000, slip: 5, limit: 19},
}

// weight returns how often a move with this loss is chosen, in relation to the best move, whose weight is 1.
func (s strength) weight(loss eval.Score) float64 { return math.Exp(-float64(loss) / s.slip) }
