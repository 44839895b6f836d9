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

// ParseLetters reads a position with a letter for each square, in their order, and the side to move. The alphabet says which letters
// stand for a black man, a black king, a white man, a white king and an empty square: that of Letters is "bBwW.". The error says
// what is wrong with the letters or with the position.
func ParseLetters(letters, alphabet string, turn Color) (Position, error) {
	p := Position{Turn: turn}
	if len(letters) != Squares {
		return p, fmt.Errorf("%d squares are not %d", len(letters), Squares)
	}
	sides := []*Bitboard{&p.Black, &p.Black, &p.White, &p.White}
	for s := range Square(Squares) {
		kind := strings.IndexByte(alphabet, letters[s])
		if kind < 0 {
			return p, fmt.Errorf("square %s has %s: the letters are %s", s, Quote(letters[s:s+1]), alphabet)
		}
		if kind < len(sides) {
			*sides[kind] |= s.Bit()
			p.Kings |= s.Bit() * Bitboard(kind%2)
		}
	}
	return p, p.Check()
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
