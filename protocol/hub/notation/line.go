// Package notation has the words of a line of Hub and its moves, as engines and hosts write them.
package notation

import (
	"errors"
	"strings"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
)

// Kind is the kind of a word: plain text, text in quotes, or an equals sign.
type Kind int

const (
	Plain Kind = iota
	Quoted
	Equals
)

// Word is a word of a line.
type Word struct {
	Kind Kind
	Text string
}

// Words cuts a line into its words. With an error, of a quote that is not closed, it returns the words so far and the rest of
// the line as a quoted word.
func Words(text string) (words []Word, err error) {
	for {
		text = strings.TrimLeftFunc(text, IsBlank)
		switch {
		case text == "":
			return words, nil
		case text[0] == '=':
			words = append(words, Word{Equals, "="})
			text = text[1:]
		case text[0] == '"':
			value, rest, closed := strings.Cut(text[1:], `"`)
			words = append(words, Word{Quoted, value})
			if !closed {
				return words, errors.New("a quote is not closed")
			}
			text = rest
		default:
			n := strings.IndexFunc(text, func(r rune) bool { return IsBlank(r) || r == '=' || r == '"' })
			if n < 0 {
				n = len(text)
			}
			words = append(words, Word{Plain, text[:n]})
			text = text[n:]
		}
	}
}

// IsBlank reports whether a character stands between words.
func IsBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// Quote returns a value as Hub writes it, in quotes if it needs them. Hub cannot write a value that has a quote in it.
func Quote(value string) string {
	if value == "" || strings.ContainsFunc(value, func(r rune) bool { return IsBlank(r) || r == '=' }) {
		return `"` + value + `"`
	}
	return value
}

// MoveText returns the text of a legal move: "11-15", or for a capture from, to and the captured squares
// in ascending order, "15x22x18".
func MoveText(m board.Move) string {
	if !m.IsCapture() {
		return m.From.String() + "-" + m.To.String()
	}
	text := m.From.String() + "x" + m.To.String()
	for left := m.Captured; left != 0; left &= left - 1 {
		text += "x" + left.First().String()
	}
	return text
}

// ParseMove reads a move of p. The captured squares may stand in any order. They may be left out if from and
// to name one move. A capture may also be written as its path.
func ParseMove(p board.Position, text string) (board.Move, error) {
	squares, err := board.ParsePath(text)
	if err != nil {
		return board.Move{}, err
	}
	var captured board.Bitboard
	for _, s := range squares[2:] {
		captured |= s.Bit()
	}
	for m := range p.Legal() {
		if m.From == squares[0] && m.To == squares[1] && m.Captured == captured && captured.Count() == len(squares)-2 {
			return m, nil
		}
	}
	return p.FindMove(squares)
}
