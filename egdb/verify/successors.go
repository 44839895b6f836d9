package verify

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// successors computes values of positions of a slice from their successors. The positions are
// mirrored, with White to move. Then the successors have Black to move, as in the tables, and
// need not be mirrored.
type successors struct {
	twin     *table // the slice of the successors that have the same pieces; nil if these are probed too
	kings    int    // of twin
	verified verified
	prober   Prober
	moves    board.MoveList
}

func newSuccessors(twin *table, s verified, p Prober) *successors {
	return &successors{twin: twin, kings: twin.material.Kings(), verified: s, prober: p}
}

// value returns the value of p, with White to move, that follows from its successors;
// board.Unknown if it depends on one without an answer.
func (s *successors) value(p board.Position) board.Result {
	value := board.Loss
	p.Moves(&s.moves)
	for _, m := range s.moves.Slice() {
		after := p.Play(m)
		var reply board.Result
		if s.inside(m, after) {
			reply = s.twin.claim(after)
		} else {
			reply = s.outside(after)
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

// settles reports whether the win or loss claimed for p, with White to move, follows from
// positions outside the pair of slices and from positions inside that are not pending. The
// claim must be consistent.
func (s *successors) settles(p board.Position, claim board.Result, pending bitset) bool {
	p.Moves(&s.moves)
	for _, m := range s.moves.Slice() {
		after := p.Play(m)
		if claim == board.Win {
			if s.proves(m, after, pending) {
				return true
			}
		} else if s.inside(m, after) && pending.has(s.twin.rank(after)) {
			return false
		}
	}
	return claim == board.Loss
}

// proves reports whether after, reached by m, is a settled loss.
func (s *successors) proves(m board.Move, after board.Position, pending bitset) bool {
	if !s.inside(m, after) {
		return s.outside(after) == board.Loss
	}
	rank := s.twin.rank(after)
	return s.twin.at(rank) == board.Loss && !pending.has(rank)
}

// inside reports whether the move m stays in the pair of slices, whose values are in tables: it is no capture and no
// crowning.
func (s *successors) inside(m board.Move, after board.Position) bool {
	return s.twin != nil && !m.IsCapture() && after.Kings.Count() == s.kings
}

// outside returns the value of a position without a table of its pair of slices, with Black to move.
func (s *successors) outside(p board.Position) board.Result {
	if p.Black == 0 {
		return board.Loss
	}
	if t := s.verified[egdb.MaterialOf(p)]; t != nil {
		return t.claim(p)
	}
	return s.prober.Probe(p)
}
