package board

import "github.com/zonda-checkers/zonda/board/reference"

// newReference returns p as package reference has it.
func newReference(p Position) reference.Position {
	var pieces [Squares]byte
	for s := range Square(Squares) {
		pieces[s] = p.symbol(s)
	}
	turn := byte('b')
	if p.Turn == White {
		turn = 'w'
	}
	return reference.New(pieces, turn)
}

// referenceMove returns a move of package reference as this package has it.
func referenceMove(m reference.Move) Move {
	move := Move{From: Square(m.From()), To: Square(m.To())}
	for _, s := range m.Captured {
		move.Captured |= Square(s).Bit()
	}
	return move
}

func referencePath(m reference.Move) (path Path) {
	for _, s := range m.Path {
		path = append(path, Square(s))
	}
	return path
}
