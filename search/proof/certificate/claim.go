package certificate

import "github.com/zonda-checkers/zonda/board"

// Question asks whether the attacker can force a win from a position.
type Question struct {
	Position board.Position
	Attacker board.Color
}

// Turned returns the same question with Black as the attacker: if White attacks, the board is turned and the colours are
// swapped.
func (q Question) Turned() Question {
	if q.Attacker == board.Black {
		return q
	}
	return Question{Position: q.Position.Mirror(), Attacker: board.Black}
}

// Claim is an answer to a question.
type Claim struct {
	Question
	Win bool // the attacker can force a win
}

// KnownWin reports whether value, which is for the side to move in p and is not Unknown, is a win for the attacker.
func KnownWin(p board.Position, attacker board.Color, value board.Result) bool {
	if p.Turn == attacker {
		return value == board.Win
	}
	return value == board.Loss
}
