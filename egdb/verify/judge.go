package verify

import (
	"github.com/zonda-checkers/zonda/egdb"
	"github.com/zonda-checkers/zonda/engine/board"
)

// judge values positions of a slice by their successors. It sees the board turned,
// with White to move: then the successors have Black to move, as the tables have
// them, and only one board is turned instead of many.
type judge struct {
	twin   *table // the slice of the successors that have the same pieces
	kings  int    // of twin
	shelf  shelf
	prober Prober
	moves  board.MoveList
}

func newJudge(twin *table, s shelf, p Prober) *judge {
	return &judge{twin: twin, kings: twin.material.Kings(), shelf: s, prober: p}
}

// value returns what p, White to move, is worth by its successors: Unknown if that
// depends on one without an answer.
func (j *judge) value(p board.Position) board.Result {
	value := board.Loss
	p.Moves(&j.moves)
	for _, m := range j.moves.Slice() {
		after := p.Play(m)
		var reply board.Result
		if j.inside(m, after) {
			reply = j.twin.claim(after)
		} else {
			reply = j.outside(after)
		}
		switch {
		case reply == board.Loss:
			return board.Win
		case reply == board.Unknown:
			value = board.Unknown
		case reply == board.Draw && value == board.Loss:
			value = board.Draw
		}
	}
	return value
}

// settles reports whether the win or loss claimed for p, White to move, follows from
// positions outside the pair of slices and from those inside that are not pending.
// That the claim is consistent is known.
func (j *judge) settles(p board.Position, claim board.Result, pending bitset) bool {
	p.Moves(&j.moves)
	for _, m := range j.moves.Slice() {
		after := p.Play(m)
		if claim == board.Win {
			if j.proves(m, after, pending) {
				return true
			}
		} else if j.inside(m, after) && pending.has(j.twin.rank(after)) {
			return false
		}
	}
	return claim == board.Loss
}

// proves reports whether after, reached by m, is a loss known for sure.
func (j *judge) proves(m board.Move, after board.Position, pending bitset) bool {
	if !j.inside(m, after) {
		return j.outside(after) == board.Loss
	}
	rank := j.twin.rank(after)
	return j.twin.at(rank) == board.Loss && !pending.has(rank)
}

// inside reports whether the move m leaves the pieces as they are: no capture, no
// crowning.
func (j *judge) inside(m board.Move, after board.Position) bool {
	return !m.IsCapture() && after.Kings.Count() == j.kings
}

// outside returns the value of a position of another pair of slices, Black to move.
func (j *judge) outside(p board.Position) board.Result {
	if p.Black == 0 {
		return board.Loss
	}
	if t := j.shelf[egdb.MaterialOf(p)]; t != nil {
		return t.claim(p)
	}
	return j.prober.Probe(p)
}
