package verify

import "github.com/zonda-checkers/zonda/engine/board"

// kind is a kind of piece, in the order in which an index ranks them: men first,
// because they seldom move, and kings in the room that is left.
type kind int

const (
	blackMen kind = iota
	whiteMen
	blackKings
	whiteKings
	kinds
)

// grounds holds the squares on which the pieces of a kind can stand at all.
var grounds = [kinds]board.Bitboard{
	blackMen:   board.AllSquares &^ board.WhiteBackRow,
	whiteMen:   board.AllSquares &^ board.BlackBackRow,
	blackKings: board.AllSquares,
	whiteKings: board.AllSquares,
}

// placement is where the pieces of each kind stand.
type placement [kinds]board.Bitboard

// position returns the placement with Black to move.
func (s *placement) position() board.Position {
	return board.Position{
		Black: s[blackMen] | s[blackKings],
		White: s[whiteMen] | s[whiteKings],
		Kings: s[blackKings] | s[whiteKings],
		Turn:  board.Black,
	}
}

// room returns the squares that the kinds ranked before leave to k.
func (s *placement) room(k kind) board.Bitboard {
	room := grounds[k]
	for _, taken := range s[:k] {
		room &^= taken
	}
	return room
}

// next moves on to the placement with the next rank, from the last to the first.
func (s *placement) next() {
	for k := kinds - 1; k >= 0; k-- {
		set := nextSubset(s[k], s.room(k))
		if set != 0 {
			s[k] = set
			s.restart(k + 1)
			return
		}
	}
	s.restart(0)
}

// restart puts the pieces of the kinds from k on to their first squares.
func (s *placement) restart(k kind) {
	for ; k < kinds; k++ {
		s[k] = firstSubset(s[k].Count(), s.room(k))
	}
}
