package antibooklearn

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Criterion says which positions are to be avoided: positions that look good to a quick search, that two deep searches
// find lost, and that another move avoids. Scores are for the side that must avoid the position, in hundredths of a man.
type Criterion struct {
	Quick   int        `help:"Depth in plies of the quick search, which does not see the loss (default ${default})." default:"7" placeholder:"N" min:"1"`
	Looks   eval.Score `help:"Lowest score, in hundredths of a man, that the quick search gives the move (default ${default})." default:"-30" placeholder:"CP"`
	Nodes   uint64     `help:"Nodes of the deep search, which finds the loss (default ${default})." default:"100000" placeholder:"N" min:"1"` // preceded by searches of a sixteenth, an eighth and so on
	Confirm uint64     `help:"Nodes of the confirming search, which begins with an empty transposition table (default ${default})." default:"300000" placeholder:"N" min:"1"`
	Lost    eval.Score `help:"Highest score, in hundredths of a man, at which the deep and the confirming search call the move lost (default ${default})." default:"-65" placeholder:"CP"` // a position is lost if its score is below those of all barred openings, -0.19 to -0.57; proven losses have -0.97 to -1.04
	Held    eval.Score `help:"Lowest score, in hundredths of a man, of the best other move (default ${default})." default:"-45" placeholder:"CP"`                                          // if all moves are worse, there is nothing to avoid
}

// Validate returns an error if no position can fit the criterion.
func (c Criterion) Validate() error {
	if c.Lost >= c.Looks || c.Lost >= c.Held || c.Lost >= 0 {
		return fmt.Errorf("lost %d: want less than 0, and less than what looks good, %d, and what holds, %d", c.Lost, c.Looks, c.Held)
	}
	return nil
}

// findsLoss reports whether deeper and deeper searches of p find p lost for the side that has just moved. Each search has
// twice the nodes of the search before, and uses the entries in the transposition table.
func (c Criterion) findsLoss(ctx context.Context, a *analyzer, p board.Position) (bool, error) {
	for nodes := max(1, c.Nodes/firstShare); ; nodes = min(2*nodes, c.Nodes) {
		o, err := a.analyze(ctx, p, search.Limits{Nodes: nodes}, c.Looks)
		if err != nil || o.score > c.Lost/suspectShare {
			return false, err // the score is not even half as bad as Lost
		}
		if nodes == c.Nodes {
			return o.score <= c.Lost, nil
		}
	}
}

// firstShare is the divisor of Criterion.Nodes that gives the nodes of the first search of findsLoss.
const firstShare = 16

// suspectShare is the divisor of Criterion.Lost that gives a suspect score: findsLoss goes on only after a score that is
// as bad or worse.
const suspectShare = 2

// signed returns a score in men with its sign: "-1.62", or "loss" and "win" where it is proven.
func signed(s eval.Score) string {
	switch {
	case s.IsLoss():
		return "loss"
	case s.IsWin():
		return "win"
	}
	return fmt.Sprintf("%+.2f", float64(s)/float64(eval.Man))
}

// reason returns the text of an entry: the scores of the quick search, of the last deep search and of the best other
// move.
func (c Criterion) reason(move string, quick, last finding, held eval.Score) string {
	long := ""
	if last.goodDepth > c.Quick {
		long = fmt.Sprintf(" and well up to %d", last.goodDepth)
	}
	return fmt.Sprintf("%s looks like %s at %d plies%s, is %s at %d; another move keeps %s",
		move, signed(quick.score), c.Quick, long, signed(last.score), last.depth, signed(held))
}
