package level

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Player finds the moves of one level. It has a small transposition table of its own, so that its moves do not depend
// on what a stronger search has found. A Player does one search at a time.
type Player struct {
	strength strength
	searcher *search.Searcher
	random   func() float64 // at least 0, less than 1
}

// tableMiB is the size of a Player's transposition table. The strongest level fills a part of it.
const tableMiB = 4

// New returns a Player of a level, Weakest to Strongest. The function random chooses among moves and returns numbers of at
// least 0 and less than 1.
func New(level int, random func() float64) *Player {
	return &Player{strength: strengths[level-Weakest], searcher: search.New(tableMiB, 1), random: random}
}

// Begin prepares the search for a move in the last position of game, with an evaluation; nil stands for the network in the
// program. The search ends at the limits or at the level's number of positions, whichever comes first. The function finish must
// be called with the result of the run's Search; it returns the line of the move that the level plays. MultiPV of limits does
// not count.
func (p *Player) Begin(game *board.Game, limits search.Limits, evaluator eval.Evaluator) (run *search.Run, finish func(search.Info) search.Info) {
	p.searcher.Clear()
	if limits.Nodes == 0 || limits.Nodes > p.strength.nodes {
		limits.Nodes = p.strength.nodes
	}
	limits.MultiPV = board.MaxMoves
	var lines []search.Info
	run = p.searcher.NewRun(game, limits, search.Sources{Evaluator: evaluator}, func(last []search.Info) { lines = last })
	return run, func(best search.Info) search.Info { return p.choose(best, lines) }
}

// choose returns one of the last lines that a search reported, and best if the search reported none.
func (p *Player) choose(best search.Info, lines []search.Info) search.Info {
	moves, weights, sum := []search.Info(nil), []float64(nil), 0.0
	for _, line := range lines {
		if loss := best.Score - line.Score; len(line.PV) > 0 && loss <= p.strength.limit {
			moves, weights = append(moves, line), append(weights, p.strength.weight(loss))
			sum += weights[len(weights)-1]
		}
	}
	at := p.random() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			moves[i].Rank = 1 // the only line of a search
			return moves[i]
		}
	}
	return best
}

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
