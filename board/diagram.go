package board

import (
	"fmt"
	"strings"
)

// Diagram returns the board as text, Black at the top, with the squares' numbers
// beside it: b and w are men, B and W kings, dots empty squares. Lines end in \n.
func (p Position) Diagram() string {
	var b strings.Builder
	for row := range Squares / rowLength {
		var pieces, numbers strings.Builder
		for column := range 2 * rowLength {
			s := Square(row*rowLength + column/2)
			if s.Column() != column {
				pieces.WriteString("  ")
				numbers.WriteString("   ")
				continue
			}
			pieces.WriteByte(p.symbol(s))
			pieces.WriteByte(' ')
			fmt.Fprintf(&numbers, "%3d", s.Number())
		}
		line := fmt.Sprintf("  %s   %s", pieces.String(), numbers.String())
		b.WriteString(strings.TrimRight(line, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// Letters returns a letter for each square, in their order: b and w are men, B and W kings, a dot is empty.
func (p Position) Letters() string {
	var letters [Squares]byte
	for s := range Square(Squares) {
		letters[s] = p.symbol(s)
	}
	return string(letters[:])
}

// symbol returns the letter of the piece on s, or a dot.
func (p Position) symbol(s Square) byte {
	letter := byte('.')
	switch {
	case p.Black.Has(s):
		letter = 'b'
	case p.White.Has(s):
		letter = 'w'
	}
	if p.Kings.Has(s) {
		letter -= 'b' - 'B'
	}
	return letter
}
