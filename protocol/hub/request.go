package hub

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/hub/notation"
)

// request is a line of the host: a command with its arguments.
type request struct {
	command   string
	arguments []argument
}

// argument is name=value, or a flag, which is a name alone.
type argument struct {
	name, value string
	flag        bool
}

// value returns the value of the first argument with the name, and false if there is no such argument.
func (r request) value(name string) (string, bool) {
	for _, a := range r.arguments {
		if a.name == name && !a.flag {
			return a.value, true
		}
	}
	return "", false
}

// has reports whether the request has a flag.
func (r request) has(flag string) bool {
	for _, a := range r.arguments {
		if a.name == flag && a.flag {
			return true
		}
	}
	return false
}

// parseRequest splits a line into its command and arguments. An empty line has an empty command. Blanks around "="
// are ignored. A value in quotes may contain every character but a quote.
func parseRequest(text string) (r request, err error) {
	words, err := notation.Words(text)
	if err != nil || len(words) == 0 {
		return r, err
	}
	r.command = words[0].Text
	if words[0].Kind != notation.Plain {
		return r, fmt.Errorf("%s stands where a command should", board.Quote(r.command))
	}
	for words = words[1:]; len(words) > 0; {
		a := argument{name: words[0].Text, flag: true}
		if words[0].Kind != notation.Plain {
			return r, fmt.Errorf("%s stands where an argument should begin", board.Quote(a.name))
		}
		words = words[1:]
		if len(words) > 0 && words[0].Kind == notation.Equals {
			if len(words) == 1 || words[1].Kind == notation.Equals {
				return r, fmt.Errorf("%s has no value", board.Quote(a.name))
			}
			a.flag, a.value = false, words[1].Text
			words = words[2:]
		}
		r.arguments = append(r.arguments, a)
	}
	return r, nil
}

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
