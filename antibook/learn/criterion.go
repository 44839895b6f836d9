package learn

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Criterion says what is to be avoided. Scores are for the side that must not enter, in hundredths of a
// man.
type Criterion struct {
	Quick   int        // plies of the search that does not see the loss
	Looks   eval.Score // at least, to that search
	Nodes   uint64     // of the search that sees it; it begins with a sixteenth of this
	Confirm uint64     // nodes of the last search, which begins with nothing
	Lost    eval.Score // at most, to both: a negative number
	Held    eval.Score // at least, for another move, or there is nothing to avoid
}

// DefaultCriterion calls lost what stands worse than all openings that are barred as lost, -0.19 to -0.57 by a deep
// search; those that are proven lost stand at -0.97 to -1.04.
func DefaultCriterion() Criterion {
	return Criterion{Quick: 7, Looks: -30, Nodes: 100_000, Confirm: 300_000, Lost: -65, Held: -45}
}

// Validate returns an error if nothing could fit the criterion.
func (c Criterion) Validate() error {
	switch {
	case c.Quick < 1:
		return fmt.Errorf("quick %d is less than 1", c.Quick)
	case c.Nodes < 1 || c.Confirm < 1:
		return fmt.Errorf("nodes %d and %d: want 1 at least", c.Nodes, c.Confirm)
	case c.Lost >= c.Looks || c.Lost >= c.Held || c.Lost >= 0:
		return fmt.Errorf("lost %d: want less than 0, and less than what looks good, %d, and what holds, %d", c.Lost, c.Looks, c.Held)
	}
	return nil
}

// grow reports whether a search of p of growing time comes to find it lost for the side that entered it. It
// goes on with what the table holds.
func (c Criterion) grow(ctx context.Context, j *judge, p board.Position) (bool, error) {
	for nodes := max(1, c.Nodes/firstShare); ; nodes = min(2*nodes, c.Nodes) {
		o, err := j.judge(ctx, p, search.Limits{Nodes: nodes}, c.Looks)
		if err != nil || o.score > c.Lost/onTheWay {
			return false, err // it is not even on the way
		}
		if nodes == c.Nodes {
			return o.score <= c.Lost, nil
		}
	}
}

// firstShare is the part of the nodes with which the search of growing time begins.
const firstShare = 16

// onTheWay is the part of a loss that a search of growing time must see to go on.
const onTheWay = 2

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

// reason says why a move is to be avoided, by what the quick and the last search found, and what another move
// keeps.
func (c Criterion) reason(move string, quick, last opinion, held eval.Score) string {
	long := ""
	if last.liked > c.Quick {
		long = fmt.Sprintf(" and well up to %d", last.liked)
	}
	return fmt.Sprintf("%s looks like %s at %d plies%s, is %s at %d; another move keeps %s",
		move, signed(quick.score), c.Quick, long, signed(last.score), last.depth, signed(held))
}
