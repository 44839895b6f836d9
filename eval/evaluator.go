package eval

import "github.com/zonda-checkers/zonda/board"

// Evaluator evaluates quiet positions. An Evaluator never changes, so that any number of searches may use it at the
// same time. Only the one that Fork returns is for a single goroutine.
type Evaluator interface {
	// Evaluate returns the value of the quiet position p for the side to move, in hundredths of a man. It is never
	// a proven score.
	Evaluate(p board.Position) Score

	// Note returns one line that says how the weights of the evaluation were made.
	Note() string
}

// Forker is an Evaluator with a faster form for one goroutine. That form remembers something of the position before,
// and its scores are the same.
type Forker interface {
	Evaluator

	// Fork returns a new Evaluator with the same scores. Only one goroutine at a time may use it.
	Fork() Evaluator
}

// Fork returns the form of e that is fastest for one goroutine: a new fork of a Forker, or e itself. Only one goroutine
// at a time may use the result.
func Fork(e Evaluator) Evaluator {
	if f, ok := e.(Forker); ok {
		return f.Fork()
	}
	return e
}
