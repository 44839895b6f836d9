package board

import "slices"

// This file has the rules a second time, written for clarity alone and sharing
// nothing with the package: a board of 8 by 8 cells, coordinates, recursion.

// cell is what stands on a square: one of ". b w B W", or x for a piece that has
// been jumped and leaves the board when the move is over.
type cell byte

func (c cell) belongsTo(side cell) bool { return c == side || c == side-'a'+'A' }

// cells is the board by row and column, Black's back row first.
type cells [8][8]cell

// place is a row and a column.
type place struct{ row, column int }

func (at place) onBoard() bool {
	return at.row >= 0 && at.row < 8 && at.column >= 0 && at.column < 8
}

func (at place) towards(way place) place {
	return place{at.row + way.row, at.column + way.column}
}

// places is where the squares 1 to 32 are: the dark ones, row by row.
var places = func() (all []place) {
	for row := range 8 {
		for column := range 8 {
			if (row+column)%2 == 1 {
				all = append(all, place{row, column})
			}
		}
	}
	return all
}()

// referenceMove is a move as the squares its piece stands on, the squares it
// captures on, and the board it leaves.
type referenceMove struct {
	path     []place
	captured []place
	after    cells
}

// reference is a position.
type reference struct {
	board cells
	turn  cell // b or w
}

func newReference(p Position) reference {
	r := reference{board: newCells(p), turn: 'b'}
	if p.Turn == White {
		r.turn = 'w'
	}
	return r
}

func newCells(p Position) (board cells) {
	for i, at := range places {
		board[at.row][at.column] = cell(p.symbol(Square(i)))
	}
	return board
}

func (r reference) opponent() cell {
	if r.turn == 'b' {
		return 'w'
	}
	return 'b'
}

func (r reference) moves() []referenceMove {
	if captures := r.captures(); len(captures) > 0 {
		return captures
	}
	return r.quietMoves()
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

func (r reference) quietMoves() (moves []referenceMove) {
	for _, from := range places {
		piece := r.board[from.row][from.column]
		if !piece.belongsTo(r.turn) {
			continue
		}
		for _, way := range ways(piece) {
			to := from.towards(way)
			if !to.onBoard() || r.board[to.row][to.column] != '.' {
				continue
			}
			after := r.board
			after[from.row][from.column] = '.'
			after[to.row][to.column] = crownedAt(piece, to)
			moves = append(moves, referenceMove{path: []place{from, to}, after: after})
		}
	}
	return moves
}

func (r reference) captures() (moves []referenceMove) {
	for _, from := range places {
		piece := r.board[from.row][from.column]
		if piece.belongsTo(r.turn) {
			lifted := r.board
			lifted[from.row][from.column] = '.'
			moves = append(moves, r.jumps(lifted, piece, []place{from}, nil)...)
		}
	}
	return moves
}

// jumps returns the complete captures of a piece that has come along path. The
// board is without the piece; those it has jumped are marked.
func (r reference) jumps(board cells, piece cell, path, captured []place) (moves []referenceMove) {
	at := path[len(path)-1]
	crowned := crownedAt(piece, at) != piece
	for _, way := range ways(piece) {
		over := at.towards(way)
		to := over.towards(way)
		if crowned || !to.onBoard() || board[to.row][to.column] != '.' ||
			!board[over.row][over.column].belongsTo(r.opponent()) {
			continue
		}
		marked := board
		marked[over.row][over.column] = 'x'
		moves = append(moves, r.jumps(marked, piece,
			append(slices.Clone(path), to), append(slices.Clone(captured), over))...)
	}
	if len(moves) > 0 || len(captured) == 0 {
		return moves
	}
	for _, over := range captured {
		board[over.row][over.column] = '.'
	}
	board[at.row][at.column] = crownedAt(piece, at)
	return []referenceMove{{path: path, captured: captured, after: board}}
}

// crownedAt returns the piece as it stands at a place at the end of a move.
func crownedAt(piece cell, at place) cell {
	switch {
	case piece == 'b' && at.row == 7:
		return 'B'
	case piece == 'w' && at.row == 0:
		return 'W'
	}
	return piece
}

// perft counts leaves, each capture path for itself.
func (r reference) perft(depth int) int {
	if depth == 0 {
		return 1
	}
	leaves := 0
	for _, m := range r.moves() {
		leaves += reference{m.after, r.opponent()}.perft(depth - 1)
	}
	return leaves
}

// move returns m as the package has it.
func (m referenceMove) move() Move {
	move := Move{From: squareAt(m.path[0]), To: squareAt(m.path[len(m.path)-1])}
	for _, at := range m.captured {
		move.Captured |= squareAt(at).Bit()
	}
	return move
}

func (m referenceMove) squares() (path Path) {
	for _, at := range m.path {
		path = append(path, squareAt(at))
	}
	return path
}

func squareAt(at place) Square { return Square(slices.Index(places, at)) }
