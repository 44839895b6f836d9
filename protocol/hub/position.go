package hub

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// positionLength is the length of a position in characters: the side to move, then the
// squares in order.
const positionLength = 1 + board.Squares

// Letters of a position.
const (
	whiteMan, blackMan   = 'w', 'b'
	whiteKing, blackKing = 'W', 'B'
	emptySquare          = 'e'
)

// parsePosition reads a position in the usual frame. The error says what is wrong with the text.
func parsePosition(text string) (board.Position, error) {
	if len(text) != positionLength {
		return board.Position{}, fmt.Errorf("a position has %d characters, %s has %d", positionLength, board.Quote(text), len(text))
	}
	if text[0] != whiteKing && text[0] != blackKing {
		return board.Position{}, fmt.Errorf("a position begins with W or B, not with %s", board.Quote(text[:1]))
	}
	var white, black []string
	for i, letter := range text[1:] {
		square := fmt.Sprint(i + 1)
		switch letter {
		case emptySquare:
		case whiteMan:
			white = append(white, square)
		case whiteKing:
			white = append(white, "K"+square)
		case blackMan:
			black = append(black, square)
		case blackKing:
			black = append(black, "K"+square)
		default:
			return board.Position{}, fmt.Errorf("no piece is called %s, on square %s", board.Quote(string(letter)), square)
		}
	}
	return board.ParseFEN(fmt.Sprintf("%c:W%s:B%s", text[0], strings.Join(white, ","), strings.Join(black, ",")))
}
