package checkerboard

import "github.com/zonda-checkers/zonda/board"

// longestPath is the number of squares of a move for which a Move has room.
const longestPath = 12

// Move is a move in the layout of the host's struct: 67 numbers of 32 bits without gaps.
type Move struct {
	Jumps    int32 // number of pieces captured
	NewPiece int32 // the piece that is put on To
	OldPiece int32 // the piece that is taken from From
	From, To Coordinate
	Path     [longestPath]Coordinate // the origin at 0, the landing squares from 1 on
	Del      [longestPath]Coordinate // the captured pieces from 0 on, in the order of Path
	DelPiece [longestPath]int32
}

// describe fills in m, legal in p.
func (to *Move) describe(p board.Position, m board.Move) {
	*to = Move{
		NewPiece: pieceOn(p.Play(m), m.To), OldPiece: pieceOn(p, m.From),
		From: coordinate(m.From), To: coordinate(m.To),
	}
	path := p.Path(m)
	for i, s := range path[:min(len(path), longestPath)] {
		to.Path[i] = coordinate(s)
	}
	if !m.IsCapture() {
		return
	}
	var b Board
	b.Put(p)
	for i := range min(len(path), longestPath) - 1 {
		from, over := to.Path[i], to.Path[i+1]
		between := Coordinate{(from.X + over.X) / 2, (from.Y + over.Y) / 2}
		to.Del[i], to.DelPiece[i] = between, b[between.X][between.Y]
		to.Jumps++
	}
}
