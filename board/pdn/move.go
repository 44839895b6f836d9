package pdn

import (
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// spelling is the squares that a text names. It has several paths if nothing stands between two squares: 112 is 1-12 or
// 11-2. A path of one square is the beginning of a move.
type spelling struct {
	paths []board.Path
	chess bool // the squares are named as in chess; a1 is square 29
}

// spelled returns the squares of a move.
func spelled(text string) spelling {
	if !isLetter(text[0]) {
		paths, _ := board.ParsePaths(bare(text)) // illegal says what is wrong
		return spelling{paths: paths}
	}
	if path := chessPath(text); path != nil {
		return spelling{paths: []board.Path{path}, chess: true}
	}
	return spelling{chess: true}
}

// then returns the squares of s and the ones behind the first of other, where other begins with the last square of s. It has
// no paths if other begins elsewhere.
func (s spelling) then(other spelling) spelling {
	joined := spelling{chess: s.chess}
	for _, path := range s.paths {
		for _, more := range other.paths {
			if s.chess == other.chess && path[len(path)-1] == more[0] && len(path)+len(more) <= maxPath {
				joined.paths = append(joined.paths, slices.Concat(path, more[1:]))
			}
		}
	}
	return joined
}

// maxPath is more squares than a capture has.
const maxPath = 12

// and returns the squares of s and one more.
func (s spelling) and(square board.Square) spelling {
	more := spelling{chess: s.chess}
	for _, path := range s.paths {
		if len(path) < maxPath {
			more.paths = append(more.paths, append(slices.Clone(path), square))
		}
	}
	return more
}

// fit returns the moves of a position that squares can name: board.Position.FindMoves, or
// board.Position.Longer for captures that stop short.
type fit func(board.Position, board.Path) []board.Move

// named returns the moves of position that s can name. It notes in squares which corner is a1, if the moves decide this.
func (s spelling) named(position board.Position, squares *chessSquares, fits fit) (moves []board.Move) {
	for _, path := range s.paths {
		if s.chess {
			return squares.named(position, path, fits)
		}
		for _, m := range fits(position, path) {
			if !slices.Contains(moves, m) {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// illegal explains why text names no move of position.
func illegal(position board.Position, text string, squares chessSquares) error {
	if isLetter(text[0]) {
		return squares.illegal(position, text)
	}
	_, err := position.ParseMove(bare(text))
	return err
}

// bare returns the text of a move without blanks and without other characters at its end.
func bare(text string) string {
	var b strings.Builder
	for _, r := range text {
		if isBlank(r) {
			continue
		}
		if !board.IsSeparator(r) && (r >= 0x80 || !isDigit(byte(r))) {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRightFunc(b.String(), board.IsSeparator)
}

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
	for ; len(names) > 1 && isChessSquare(names[0], names[1]); names = names[len("f6"):] {
		column, row := int(names[0]-'a'), int(highestRow-names[1])
		s := board.Square(row*rowSquares + column/2)
		if s.Column() != column {
			return nil
		}
		path = append(path, s)
	}
	return path
}
