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
const tableMiB = 1

// New returns a Player of a level, Weakest to Strongest. The function random chooses among moves and returns numbers of at
// least 0 and less than 1.
func New(level int, random func() float64) *Player {
	p := &Player{searcher: search.New(tableMiB, 1), random: random}
	p.SetLevel(level)
	return p
}

// SetLevel gives the player another level, Weakest to Strongest. No search may run meanwhile.
func (p *Player) SetLevel(level int) { p.strength = strengths[level-Weakest] }

// Begin prepares the search for a move in the last position of game, with an evaluation; nil stands for the network in the
// program. The search ends at the limits or at the level's number of positions, whichever comes first. The function finish must
// be called with the result of the run's Search; it returns the line of the move that the level plays. MultiPV of limits does
// not count.
func (p *Player) Begin(game *board.Game, limits search.Limits, evaluator eval.Evaluator) (run *search.Run, finish func(search.Info) search.Info) {
	run, chances := p.begin(game, limits, evaluator)
	return run, func(best search.Info) search.Info { return p.draw(chances(best)) }
}

// Chance is a line that a level may play, with the probability of its move.
type Chance struct {
	search.Info
	Share float64
}

// Chances searches the last position of game with an evaluation, nil for the network in the program, and returns what the player
// draws its move from: the moves that the level plays, the best first, with the probability of each. There is none where there is no
// move to make.
func (p *Player) Chances(game *board.Game, evaluator eval.Evaluator) []Chance {
	run, chances := p.begin(game, search.Limits{}, evaluator)
	return chances(run.Search())
}

// begin prepares the search of the level. The function chances must be called with the result of the run's Search.
func (p *Player) begin(game *board.Game, limits search.Limits, evaluator eval.Evaluator) (run *search.Run, chances func(search.Info) []Chance) {
	p.searcher.Clear()
	if limits.Nodes == 0 || limits.Nodes > p.strength.nodes {
		limits.Nodes = p.strength.nodes
	}
	limits.MultiPV = board.MaxMoves
	var lines []search.Info
	run = p.searcher.NewRun(game, limits, search.Sources{Evaluator: evaluator}, func(last []search.Info) { lines = last })
	return run, func(best search.Info) []Chance { return p.strength.chances(best, lines) }
}

// draw returns the line of one of the chances, as the only line of a search.
func (p *Player) draw(chances []Chance) search.Info {
	at := p.random()
	for _, c := range chances {
		if at -= c.Share; at < 0 {
			c.Rank = 1
			return c.Info
		}
	}
	return chances[0].Info // nothing was searched, or the shares lack a rounding error of 1
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

// chances returns what is chosen among the last lines that a search reported, and best alone if the search reported none.
func (s strength) chances(best search.Info, lines []search.Info) (found []Chance) {
	sum := 0.0
	for _, line := range lines {
		if loss := best.Score - line.Score; len(line.PV) > 0 && loss <= s.limit {
			found = append(found, Chance{line, s.weight(loss)})
			sum += s.weight(loss)
		}
	}
	for i := range found {
		found[i].Share /= sum
	}
	if len(found) == 0 {
		return []Chance{{best, 1}}
	}
	return found
}
