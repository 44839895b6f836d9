package hub

import (
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/engine/board"
)

// moveText returns m, legal in its position: "11-15", or for a capture from, to and the
// captured squares in order, "15x22x18".
func moveText(m board.Move) string {
	if !m.IsCapture() {
		return m.From.String() + "-" + m.To.String()
	}
	text := m.From.String() + "x" + m.To.String()
	for left := m.Captured; left != 0; left &= left - 1 {
		text += "x" + left.First().String()
	}
	return text
}

// lineText returns a line of moves.
func lineText(moves []board.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = moveText(m)
	}
	return strings.Join(texts, " ")
}

// parseMove reads a move of p. The captured squares may come in any order, and be left out
// where from and to suffice; a move written as its path is understood too.
func parseMove(p board.Position, text string) (board.Move, error) {
	squares, err := board.ParsePath(text)
	if err != nil {
		return board.Move{}, err
	}
	var captured board.Bitboard
	for _, s := range squares[2:] {
		captured |= s.Bit()
	}
	var l board.MoveList
	p.Moves(&l)
	for _, m := range l.Slice() {
		if m.From == squares[0] && m.To == squares[1] && m.Captured == captured && captured.Count() == len(squares)-2 {
			return m, nil
		}
	}
	return p.FindMove(squares)
}

// playAll returns the game that begins at start and goes on with moves. The error says
// which move is wrong.
func playAll(start board.Position, moves []string) (*board.Game, error) {
	game := board.NewGame(start)
	for i, text := range moves {
		p := game.Position()
		if p.Finished() {
			return nil, fmt.Errorf("move %d, %s: the game is over", i+1, board.Quote(text))
		}
		m, err := parseMove(p, text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		game.Play(m)
	}
	return game, nil
}
