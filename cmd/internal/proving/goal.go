package proving

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search/proof"
)

// Goal is what is to be proven of a position, for its side to move.
type Goal string

// The goals.
const (
	Value Goal = "value" // the value itself
	Draw  Goal = "draw"  // at least a draw
	Win   Goal = "win"
)

// Verdict says whether a goal is proven.
type Verdict int

// The verdicts.
const (
	Proven Verdict = iota
	Disproven
	Open
)

// String returns "proven", "disproven" or "open".
func (v Verdict) String() string { return [...]string{"proven", "disproven", "open"}[v] }

// judge returns the verdict on the goal for a position with a value between two bounds.
func (g Goal) judge(low, high board.Result) Verdict {
	least := map[Goal]board.Result{Draw: board.Draw, Win: board.Win}[g]
	switch {
	case g == Value && low == high, g != Value && low >= least:
		return Proven
	case g != Value && high < least:
		return Disproven
	}
	return Open
}

// bounds returns what an answer to the question of the goal, which is not Value, says of the value.
func (g Goal) bounds(a proof.Answer) (low, high board.Result) {
	low, high = board.Loss, board.Win
	switch {
	case g == Win && a == proof.Yes:
		low = board.Win
	case g == Win && a == proof.No:
		high = board.Draw
	case g == Draw && a == proof.Yes: // the other side wins
		high = board.Loss
	case g == Draw && a == proof.No:
		low = board.Draw
	}
	return low, high
}

// attacker returns the side that the question of the goal, which is not Value, is about.
func (g Goal) attacker(p board.Position) board.Color {
	if g == Win {
		return p.Turn
	}
	return p.Turn.Opponent()
}
