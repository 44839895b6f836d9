package pdn

import "fmt"

// GameError lists the problems of one game of a stream. The games after it can still be read.
type GameError struct {
	Game     int       // the game's number, 1 for the first of the stream
	Problems []Problem // one at least, in the order of their lines
}

// Problem is a finding about one line of a stream: something wrong, a warning or a leniency.
type Problem struct {
	Line int // in the stream, 1 for the first
	Err  error
}

// Line returns the line of the first problem, 1 for the first of the stream.
func (e *GameError) Line() int { return e.Problems[0].Line }

// Error returns the game's number, its first problem and the number of its other problems.
func (e *GameError) Error() string {
	text := fmt.Sprintf("game %d, line %d: %v", e.Game, e.Line(), e.Problems[0].Err)
	if more := len(e.Problems) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// Unwrap returns the errors of all problems.
func (e *GameError) Unwrap() []error {
	errs := make([]error, len(e.Problems))
	for i, p := range e.Problems {
		errs[i] = p.Err
	}
	return errs
}

// maxProblems is the largest number of problems that are reported of one game. Later ones are
// usually consequences of the first.
const maxProblems = 10

// problems collects the problems of a game.
type problems []Problem

func (p *problems) add(line int, format string, args ...any) {
	if len(*p) < maxProblems {
		*p = append(*p, Problem{line, fmt.Errorf(format, args...)})
	}
}
