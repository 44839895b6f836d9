package notation

import "github.com/zonda-checkers/zonda/board"

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
