package reference

import "slices"

// cell is what stands on a square: one of ". b w B W", or x for a piece that has
// been jumped and leaves the board when the move is over.
type cell byte

const (
	empty  cell = '.'
	jumped cell = 'x'
)

func (c cell) belongsTo(side cell) bool { return c == side || c == side-'a'+'A' }

const (
	rows    = 8 // and columns
	lastRow = rows - 1
)

// cells is the board by row and column, Black's back row first.
type cells [rows][rows]cell

// place is a row and a column.
type place struct{ row, column int }

func (at place) onBoard() bool {
	return at.row >= 0 && at.row < rows && at.column >= 0 && at.column < rows
}

func (at place) towards(way place) place {
	return place{at.row + way.row, at.column + way.column}
}

// square returns the number of the square, counted from 0.
func (at place) square() int { return slices.Index(places, at) }

// squares returns the numbers of the squares, nil for none.
func squares(path []place) (numbers []int) {
	for _, at := range path {
		numbers = append(numbers, at.square())
	}
	return numbers
}

// Squares is the number of squares on which pieces stand.
const Squares = 32

// places is where the squares 0 to 31 are: the dark ones, row by row.
var places = func() (all []place) {
	for row := range rows {
		for column := range rows {
			if (row+column)%2 == 1 {
				all = append(all, place{row, column})
			}
		}
	}
	return all
}()

// SquareAt returns the number of the square, 0 to 31, in a row and a column, 0 to 7, counted from Black's back row and
// from the left with Black at the top; -1 if the square is light or not on the board.
func SquareAt(row, column int) int { return place{row, column}.square() }

// Position is a board and the side to move. Two positions are equal if == says so.
type Position struct {
	board cells
	turn  cell
}

// New returns a position from the pieces on the squares 1 to 32: '.' for none, 'b' and 'w' for men, 'B' and 'W' for
// kings; and from the side to move, 'b' or 'w'.
func New(pieces [Squares]byte, turn byte) Position {
	p := Position{turn: cell(turn)}
	for i, at := range places {
		p.board[at.row][at.column] = cell(pieces[i])
	}
	return p
}

// Pieces returns the pieces on the squares, as New takes them.
func (p Position) Pieces() (pieces [Squares]byte) {
	for i, at := range places {
		pieces[i] = byte(p.board[at.row][at.column])
	}
	return pieces
}

// Turn returns the side to move, 'b' or 'w'.
func (p Position) Turn() byte { return byte(p.turn) }

func (p Position) opponent() cell {
	if p.turn == 'b' {
		return 'w'
	}
	return 'b'
}
