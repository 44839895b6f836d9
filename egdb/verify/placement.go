package verify

import "github.com/zonda-checkers/zonda/board"

// kind is a kind of piece, in the order in which an index ranks them: men come first, and
// kings stand on the squares that men leave free.
type kind int

const (
	blackMen kind = iota
	whiteMen
	blackKings
	whiteKings
	kinds
)

// allowed holds the squares on which the pieces of each kind may stand.
var allowed = [kinds]board.Bitboard{
	blackMen:   board.AllSquares &^ board.WhiteBackRow,
	whiteMen:   board.AllSquares &^ board.BlackBackRow,
	blackKings: board.AllSquares,
	whiteKings: board.AllSquares,
}

// placement holds the squares of the pieces of each kind.
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

// room returns the squares for pieces of kind k that the kinds ranked before leave free.
func (s *placement) room(k kind) board.Bitboard {
	room := allowed[k]
	for _, taken := range s[:k] {
		room &^= taken
	}
	return room
}

// next goes to the placement with the next rank; after the last comes the first.
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
