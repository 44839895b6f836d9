package pdn

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// algebra reads moves with squares named as in chess. Files disagree on whose corner
// a1 is: the first move that is legal one way only settles it for the game.
type algebra struct {
	settled bool
	turned  bool // a1 is square 4, at Black's left hand, not 29, at White's
}

func (a *algebra) find(position board.Position, text string) (board.Move, error) {
	path := fields(text)
	if path == nil {
		return board.Move{}, fmt.Errorf("%s is not a move such as f6-g5", board.Quote(text))
	}
	if a.settled {
		return findPath(position, a.seen(path))
	}
	m, err := findPath(position, path)
	other, otherErr := findPath(position, turned(path))
	switch {
	case err == nil:
		a.settled = otherErr != nil
		return m, nil
	case otherErr == nil:
		a.settled, a.turned = true, true
		return other, nil
	}
	return board.Move{}, fmt.Errorf("move %s is illegal", board.Quote(text))
}

func (a *algebra) seen(path board.Path) board.Path {
	if a.turned {
		return turned(path)
	}
	return path
}

// turned returns the path as the opponent sees it.
func turned(path board.Path) board.Path {
	other := make(board.Path, len(path))
	for i, s := range path {
		other[i] = board.Squares - 1 - s
	}
	return other
}

// fields returns the squares of a move, a1 being square 29, nil if one is a light
// square.
func fields(text string) board.Path {
	var path board.Path
	text = strings.ToLower(text)
	for len(text) > 1 && (&input{text: []byte(text)}).isField(0) {
		const highestRow, rowSquares = '8', 4
		column, row := int(text[0]-'a'), int(highestRow-text[1])
		s := board.Square(row*rowSquares + column/2)
		if s.Column() != column {
			return nil
		}
		path = append(path, s)
		text = text[2:]
		if text != "" && isSeparator(text[0]) {
			text = text[1:]
		}
	}
	return path
}
