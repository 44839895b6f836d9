package tree

import "github.com/zonda-checkers/zonda/board"

// Bounds are two bounds of the value of a position for its side to move: Low <= value <= High.
type Bounds struct{ Low, High board.Result }

// unbounded are the bounds of a position of which nothing is known.
var unbounded = Bounds{Low: board.Loss, High: board.Win}

// Merge returns the bounds that follow from both. Merge is commutative, associative and idempotent, so that results may
// be applied in any order and more than once.
func (b Bounds) Merge(other Bounds) Bounds {
	return Bounds{Low: max(b.Low, other.Low), High: min(b.High, other.High)}
}

// Contradictory reports whether no value fits the bounds: one of the facts behind them is wrong.
func (b Bounds) Contradictory() bool { return b.Low > b.High }

// asker tells which side the question about a position asks for.
type asker uint8

// The two questions about a position.
const (
	moverWins asker = iota // can the side to move force a win?
	otherWins              // can the other side force a win?
	askers
)

// boundsOf returns what an answer says about the value for the side to move.
func boundsOf(asked asker, a Answer) Bounds {
	b := unbounded
	switch {
	case a == Undecided:
	case asked == moverWins && a == Yes:
		b.Low = board.Win
	case asked == moverWins:
		b.High = board.Draw
	case a == Yes:
		b.High = board.Loss
	default:
		b.Low = board.Draw
	}
	return b
}

// answer returns the answer to a question that follows from the bounds, which must not be contradictory.
func (b Bounds) answer(asked asker) Answer {
	for _, a := range []Answer{Yes, No} {
		if b.Merge(boundsOf(asked, a)) == b {
			return a
		}
	}
	return Undecided
}
