package player

import (
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// hubPosition returns the command that sets up the game's current position: the position in which the
// game began, and all moves. From the moves an engine knows which positions would be repeated. An
// engine that has to guess how the host numbers the board can also learn that from the moves.
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

// hubSquares returns the letter of the side to move and then one letter for each square, in the order
// of the squares.
func hubSquares(p board.Position) string {
	return string(p.Turn.Letter()) + strings.ReplaceAll(p.Letters(), ".", "e")
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

// findHubMove returns the legal move of p from the first square of path to the second that captures
// exactly the pieces on the other squares, which may come in any order. If path has only two squares, a
// move with any captures is accepted. Ok is false if no move or more than one move matches.
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
