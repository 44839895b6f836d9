package pdn

import (
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// chessSquares reads moves whose squares are named as in chess, such as f6-g5. Some files give the
// name a1 to the corner of White, others to the corner of Black. The first move that is legal in
// exactly one of the two ways decides for the whole game.
type chessSquares struct {
	settled bool // the corner of a1 is known
	turned  bool // a1 is square 4, at Black's left hand, not 29, at White's
}

// named returns the moves of position that path names, as fits finds them.
func (c *chessSquares) named(position board.Position, path board.Path, fits fit) []board.Move {
	if c.settled {
		return fits(position, c.oriented(path))
	}
	moves, other := fits(position, path), fits(position, turned(path))
	switch {
	case len(moves) > 0:
		c.settled = len(other) == 0
	case len(other) > 0:
		c.settled, c.turned = true, true
		return other
	}
	return moves
}

// illegal explains why text names no move of position.
func (c *chessSquares) illegal(position board.Position, text string) error {
	path := chessPath(text)
	switch {
	case path == nil:
		return &board.MoveError{Text: text, Position: position, Err: board.ErrSyntax, Why: board.Quote(text) + " is not a move such as f6-g5"}
	case c.settled:
		_, err := position.FindMove(c.oriented(path))
		return err
	}
	return &board.MoveError{Text: text, Position: position, Err: board.ErrIllegal, Why: "move " + board.Quote(text) + " is illegal"}
}

// oriented returns the path with a1 in the corner that was found.
func (c *chessSquares) oriented(path board.Path) board.Path {
	if c.turned {
		return turned(path)
	}
	return path
}

// turned returns the path on the board turned by half a circle.
func turned(path board.Path) board.Path {
	other := make(board.Path, len(path))
	for i, s := range path {
		other[i] = board.Squares - 1 - s
	}
	return other
}

// chessPath returns the squares of a move, where a1 is square 29. It returns nil if one of them is
// a light square.
func chessPath(text string) board.Path {
	const highestRow, rowSquares = '8', 4
	var path board.Path
	names := strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return isBlank(r) || board.IsSeparator(r)
	}), "")
	for ; len(names) > 1 && (&input{text: []byte(names)}).isChessSquare(0); names = names[len("f6"):] {
		column, row := int(names[0]-'a'), int(highestRow-names[1])
		s := board.Square(row*rowSquares + column/2)
		if s.Column() != column {
			return nil
		}
		path = append(path, s)
	}
	return path
}
