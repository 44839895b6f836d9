package analyze

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Source is where a verdict comes from.
type Source uint8

// The sources. What the search found is an estimate unless it is a win or a loss.
const (
	Searched Source = iota
	Databases
	Rules  // the side to move has no move
	Solver // the proof solver
)

// Verdict is the value of a position for the side to move, and the best line.
type Verdict struct {
	Score  eval.Score   // of the search
	Result board.Result // if it is proven, otherwise Unknown
	Source Source       // of the result, or else of the score
	Depth  search.Depth // of the search
	Plies  int          // to the end of the game with perfect play, if the databases know it; otherwise 0
	Line   []board.Move // the best play of the search, longestLine moves at most; empty only if there is no move
	Proof  []board.Move // play that keeps the proven value of a win or a draw; only of the solver, longestLine moves at most
}

// longestLine is the number of moves kept of the best play.
const longestLine = 12

// newVerdict returns the verdict on a position from its search and from the databases.
func newVerdict(best search.Info, known board.Result) Verdict {
	v := Verdict{
		Score: best.Score, Depth: best.Depth, Result: known, Source: Databases,
		Line: best.PV[:min(len(best.PV), longestLine)],
	}
	if known != board.Unknown {
		return v
	}
	v.Source = Searched
	switch {
	case best.Score.IsWin():
		v.Result = board.Win
	case best.Score.IsLoss():
		v.Result = board.Loss
	}
	return v
}

// finished is the verdict on a position without a move.
func finished() Verdict {
	return Verdict{Score: eval.LossIn(0), Result: board.Loss, Source: Rules}
}

// Chance returns the points that the side to move can expect, 0 to 1.
func (v Verdict) Chance() float64 {
	switch v.Result {
	case board.Win:
		return 1
	case board.Draw:
		return 1. / 2
	case board.Loss:
		return 0
	}
	return v.Score.Chance()
}

// Better returns the best play: that of the proof, or else that of the search.
func (v Verdict) Better() []board.Move {
	if len(v.Proof) > 0 {
		return v.Proof
	}
	return v.Line
}

// Text returns the verdict in words, for a position in which turn is to move: "Black +0.35",
// "even", "draw (databases)", "draw (proven)", "White wins in 31 plies".
func (v Verdict) Text(turn board.Color) string {
	switch v.Source {
	case Databases:
		return v.outcome(turn) + " (databases)"
	case Solver:
		return v.outcome(turn) + " (proven)"
	}
	return v.outcome(turn)
}

func (v Verdict) outcome(turn board.Color) string {
	switch v.Result {
	case board.Draw:
		return "draw"
	case board.Win:
		return turn.String() + " wins" + v.distance()
	case board.Loss:
		return turn.Opponent().String() + " wins" + v.distance()
	}
	switch {
	case v.Score == 0:
		return "even"
	case v.Score < 0:
		return turn.Opponent().String() + " " + men(-v.Score)
	}
	return turn.String() + " " + men(v.Score)
}

// distance returns the plies to the end, if they are known.
func (v Verdict) distance() string {
	plies := v.Plies
	if plies == 0 && v.Score.HasPlies() && v.Score.IsWin() == (v.Result == board.Win) {
		plies = v.Score.Plies()
	}
	switch plies {
	case 0:
		return ""
	case 1:
		return " in 1 ply"
	}
	return fmt.Sprintf(" in %d plies", plies)
}

// men returns a score in men: "+0.35".
func men(s eval.Score) string { return fmt.Sprintf("%+.2f", float64(s)/float64(eval.Man)) }
