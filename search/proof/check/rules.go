package check

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/board/reference"
)

// step is a legal move with the position after it.
type step struct {
	move  board.Move
	after board.Position
}

// steps returns the legal moves of p by the reference rules. A capture along two paths comes twice.
func steps(p board.Position) (all []step) {
	for _, m := range toReference(p).Moves() {
		s := step{board.Move{From: board.Square(m.From()), To: board.Square(m.To())}, fromReference(m.After)}
		for _, square := range m.Captured {
			s.move.Captured |= board.Square(square).Bit()
		}
		all = append(all, s)
	}
	return all
}

func toReference(p board.Position) reference.Position {
	var pieces [reference.Squares]byte
	for i := range pieces {
		pieces[i] = symbol(p, board.Square(i))
	}
	turn := byte('b')
	if p.Turn == board.White {
		turn = 'w'
	}
	return reference.New(pieces, turn)
}

// symbol returns what stands on a square, as package reference writes it.
func symbol(p board.Position, s board.Square) byte {
	symbols := [2]byte{'b', 'w'}
	if p.Kings.Has(s) {
		symbols = [2]byte{'B', 'W'}
	}
	switch {
	case p.Black.Has(s):
		return symbols[board.Black]
	case p.White.Has(s):
		return symbols[board.White]
	}
	return '.'
}

func fromReference(r reference.Position) (p board.Position) {
	for i, piece := range r.Pieces() {
		square := board.Square(i).Bit()
		switch piece {
		case 'b':
			p.Black |= square
		case 'B':
			p.Black |= square
			p.Kings |= square
		case 'w':
			p.White |= square
		case 'W':
			p.White |= square
			p.Kings |= square
		}
	}
	if r.Turn() == 'w' {
		p.Turn = board.White
	}
	return p
}
