package checkerboard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Board is a host's board. The first index is the column, 0 on the left with Black at the
// bottom; the second index is the row, 0 at the bottom. Black's men begin in rows 0 to 2, square 1 is [6][0], square 4
// is [0][0], square 32 is [1][7].
type Board [8][8]int32

// Colours and pieces as hosts number them: a piece is the sum of its colour and its kind.
const (
	White int32 = 1
	Black int32 = 2
	man   int32 = 4
	king  int32 = 8
	empty int32 = 0
)

const (
	rows      = 8
	rowLength = 4 // squares in a row that pieces stand on
)

// Coordinate is a place on a Board.
type Coordinate struct{ X, Y int32 }

func coordinate(s board.Square) Coordinate {
	y := s.Row()
	return Coordinate{X: int32(2*(rowLength-1-int(s)%rowLength) + y%2), Y: int32(y)}
}

func (b *Board) at(s board.Square) *int32 {
	c := coordinate(s)
	return &b[c.X][c.Y]
}

func colorOf(number int32) (board.Color, error) {
	switch number {
	case Black:
		return board.Black, nil
	case White:
		return board.White, nil
	}
	return 0, fmt.Errorf("there is no colour %d", number)
}

// Position returns the pieces on b with color to move. The error says what is wrong with
// the pieces. The content of the light squares is ignored.
func (b *Board) Position(color int32) (board.Position, error) {
	turn, err := colorOf(color)
	if err != nil {
		return board.Position{}, err
	}
	var letters [board.Squares]byte
	for s := range board.Square(board.Squares) {
		i := slices.Index(pieces[:], *b.at(s))
		if i < 0 {
			return board.Position{}, fmt.Errorf("there is no piece %d, on square %s", *b.at(s), s)
		}
		letters[s] = alphabet[i]
	}
	return board.ParseLetters(string(letters[:]), alphabet, turn)
}

// Put sets up the pieces of p on b, and does not change the light squares.
func (b *Board) Put(p board.Position) {
	for s := range board.Square(board.Squares) {
		*b.at(s) = pieceOn(p, s)
	}
}

// alphabet has the letters of Position.Letters, and pieces the host's numbers for them.
const alphabet = "bBwW."

var pieces = [len(alphabet)]int32{Black | man, Black | king, White | man, White | king, empty}

// pieceOn returns the host's number of the piece on a square, or empty.
func pieceOn(p board.Position, s board.Square) int32 {
	return pieces[strings.IndexByte(alphabet, p.Letters()[s])]
}

// maxPath is the number of squares of a move for which a Move has room.
const maxPath = 12

// Move is a move in the layout of the host's struct: 67 numbers of 32 bits without gaps.
type Move struct {
	Jumps    int32 // number of pieces captured
	NewPiece int32 // the piece that is put on To
	OldPiece int32 // the piece that is taken from From
	From, To Coordinate
	Path     [maxPath]Coordinate // the origin at 0, the landing squares from 1 on
	Del      [maxPath]Coordinate // the captured pieces from 0 on, in the order of Path
	DelPiece [maxPath]int32
}

// describe fills in m, legal in p.
func (to *Move) describe(p board.Position, m board.Move) {
	*to = Move{
		NewPiece: pieceOn(p.Play(m), m.To), OldPiece: pieceOn(p, m.From),
		From: coordinate(m.From), To: coordinate(m.To),
	}
	path := p.Path(m)
	for i, s := range path[:min(len(path), maxPath)] {
		to.Path[i] = coordinate(s)
	}
	if !m.IsCapture() {
		return
	}
	var b Board
	b.Put(p)
	for i := range min(len(path), maxPath) - 1 {
		from, over := to.Path[i], to.Path[i+1]
		between := Coordinate{(from.X + over.X) / 2, (from.Y + over.Y) / 2}
		to.Del[i], to.DelPiece[i] = between, b[between.X][between.Y]
		to.Jumps++
	}
}

// Squares returns the first and the last square of a move that a library has described, and false if one of them is none.
func (m *Move) Squares() (from, to board.Square, ok bool) {
	for s := range board.Square(board.Squares) {
		if c := coordinate(s); c == m.From {
			from = s
		} else if c == m.To {
			to = s
		}
	}
	return from, to, coordinate(from) == m.From && coordinate(to) == m.To
}
