package reference

import "slices"

// Move is one way to make a move: a capture that can be made along two paths is two Moves.
type Move struct {
	Path     []int // the squares on which the piece stands, 0 to 31, from its origin to its destination
	Captured []int // the squares of the pieces taken, in the order of the jumps
	After    Position
}

// From returns the origin.
func (m Move) From() int { return m.Path[0] }

// To returns the destination.
func (m Move) To() int { return m.Path[len(m.Path)-1] }

// Moves returns the legal moves: the captures, or the quiet moves if there is no capture.
func (p Position) Moves() []Move {
	if captures := p.Captures(); len(captures) > 0 {
		return captures
	}
	return p.QuietMoves()
}

// ways returns the diagonals on which a piece moves and captures.
func ways(piece cell) []place {
	down, up := []place{{1, -1}, {1, 1}}, []place{{-1, -1}, {-1, 1}}
	switch piece {
	case 'b':
		return down
	case 'w':
		return up
	}
	return append(down, up...)
}

// QuietMoves returns the moves that take no piece, also if a capture must be made.
func (p Position) QuietMoves() (moves []Move) {
	for _, from := range places {
		piece := p.board[from.row][from.column]
		if !piece.belongsTo(p.turn) {
			continue
		}
		for _, way := range ways(piece) {
			to := from.towards(way)
			if !to.onBoard() || p.board[to.row][to.column] != empty {
				continue
			}
			after := p.board
			after[from.row][from.column] = empty
			after[to.row][to.column] = crownedAt(piece, to)
			moves = append(moves, Move{Path: squares([]place{from, to}), After: Position{after, p.opponent()}})
		}
	}
	return moves
}

// Captures returns the captures, each to its end.
func (p Position) Captures() (moves []Move) {
	for _, from := range places {
		piece := p.board[from.row][from.column]
		if piece.belongsTo(p.turn) {
			lifted := p.board
			lifted[from.row][from.column] = empty
			moves = append(moves, p.jumps(lifted, piece, []place{from}, nil)...)
		}
	}
	return moves
}

// jumps returns the complete captures of a piece that has come along path. The
// board is without the piece; those it has jumped are marked.
func (p Position) jumps(board cells, piece cell, path, captured []place) (moves []Move) {
	at := path[len(path)-1]
	crowned := crownedAt(piece, at) != piece
	for _, way := range ways(piece) {
		over := at.towards(way)
		to := over.towards(way)
		if crowned || !to.onBoard() || board[to.row][to.column] != empty ||
			!board[over.row][over.column].belongsTo(p.opponent()) {
			continue
		}
		marked := board
		marked[over.row][over.column] = jumped
		moves = append(moves, p.jumps(marked, piece,
			append(slices.Clone(path), to), append(slices.Clone(captured), over))...)
	}
	if len(moves) > 0 || len(captured) == 0 {
		return moves
	}
	for _, over := range captured {
		board[over.row][over.column] = empty
	}
	board[at.row][at.column] = crownedAt(piece, at)
	return []Move{{squares(path), squares(captured), Position{board, p.opponent()}}}
}

// crownedAt returns the piece as it stands at a place at the end of a move.
func crownedAt(piece cell, at place) cell {
	switch {
	case piece == 'b' && at.row == lastRow:
		return 'B'
	case piece == 'w' && at.row == 0:
		return 'W'
	}
	return piece
}

// Perft returns the number of lines of depth moves. A capture that can be made along two paths counts twice.
func (p Position) Perft(depth int) int {
	if depth == 0 {
		return 1
	}
	leaves := 0
	for _, m := range p.Moves() {
		leaves += m.After.Perft(depth - 1)
	}
	return leaves
}

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
