package eval

import "github.com/zonda-checkers/zonda/engine/board"

// Evaluator evaluates quiet positions. An Evaluator never changes, so that any number of searches may use it at the
// same time.
type Evaluator interface {
	// Evaluate returns the value of the quiet position p for the side to move, in hundredths of a man. It is never
	// a proven score.
	Evaluate(p board.Position) Score

	// Note returns one line that says how the weights of the evaluation were made.
	Note() string
}
