package page

import "github.com/zonda-checkers/zonda/board"

// cell is the width of a square in pictures of the board.
const cell = 10

// boardView is a picture of a position.
type boardView struct{ Pieces []piece }

// piece is the picture of a man or a king. X and Y are the upper left corner of its square.
type piece struct {
	Kind string // the name of its picture: b, w, B or W
	X, Y int
}

func newBoard(p board.Position) (v boardView) {
	for s, kind := range p.Letters() {
		if kind != '.' {
			x, y := corner(board.Square(s))
			v.Pieces = append(v.Pieces, piece{string(kind), x, y})
		}
	}
	return v
}

// corner returns the upper left corner of a square, Black being at the top.
func corner(s board.Square) (x, y int) { return s.Column() * cell, s.Row() * cell }

// label is the number of a square, at the middle of the square.
type label struct{ X, Y, Text int }

// numbers returns the numbers of the squares.
func numbers() (all []label) {
	for s := range board.Square(board.Squares) {
		x, y := corner(s)
		all = append(all, label{x + cell/2, y + cell/2, s.Number()})
	}
	return all
}

// arrow leads from the middle of a square to that of another.
type arrow struct{ X1, Y1, X2, Y2 int }

func newArrow(from, to board.Square) arrow {
	x1, y1 := corner(from)
	x2, y2 := corner(to)
	const half = cell / 2
	return arrow{x1 + half, y1 + half, x2 + half, y2 + half}
}
