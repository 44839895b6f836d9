package player

import (
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// hubPosition returns the command that sets up the game's current position: the position in
// which it began and all moves, from which an engine learns what can be repeated and also,
// if it must guess that, how the host numbers the board.
func hubPosition(g *board.Game) string {
	command := "pos pos=" + hubSquares(g.Start())
	if len(g.Moves()) == 0 {
		return command
	}
	moves := make([]string, len(g.Moves()))
	for i, m := range g.Moves() {
		moves[i] = hubMove(m)
	}
	return command + ` moves="` + strings.Join(moves, " ") + `"`
}

// hubSquares returns the letter of the side to move and one letter a square in their order.
func hubSquares(p board.Position) string {
	text := []byte{p.Turn.Letter()}
	for s := board.Square(0); s < board.Squares; s++ {
		letter := byte('e')
		switch {
		case p.Men(board.Black).Has(s):
			letter = 'b'
		case p.Men(board.White).Has(s):
			letter = 'w'
		case p.KingsOf(board.Black).Has(s):
			letter = 'B'
		case p.KingsOf(board.White).Has(s):
			letter = 'W'
		}
		text = append(text, letter)
	}
	return string(text)
}

// hubMove returns origin and destination and, for a capture, the captured squares in order.
func hubMove(m board.Move) string {
	if !m.IsCapture() {
		return m.From.String() + "-" + m.To.String()
	}
	text := m.From.String() + "x" + m.To.String()
	for rest := m.Captured; rest != 0; rest &= rest - 1 {
		text += "x" + rest.First().String()
	}
	return text
}

// findHubMove returns the legal move of p from the first square of path to the second that
// takes all others, in any order. If there are no others, it need only be the only one.
func findHubMove(p board.Position, path board.Path) (found board.Move, ok bool) {
	var captured board.Bitboard
	for _, s := range path[2:] {
		captured |= s.Bit()
	}
	var l board.MoveList
	p.Moves(&l)
	n := 0
	for _, m := range l.Slice() {
		if m.From == path[0] && m.To == path[1] && (len(path) == 2 || m.Captured == captured) {
			found = m
			n++
		}
	}
	return found, n == 1
}
