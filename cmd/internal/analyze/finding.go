package analyze

import "github.com/zonda-checkers/zonda/board"

// question is what a search is asked: the value of a position, or a closer look at a move.
type question struct {
	At   board.Position
	Move board.Move // of a closer look
	Look int        // 0 for the value of the position, 1 for the first closer look
}

// Finding is the answer to a question.
type Finding struct {
	question
	Before Verdict // on the position
	After  Verdict // on the position after the move, for the opponent; only of a closer look
}

// IsPosition reports whether the finding is the verdict on a position. Otherwise it is a closer look at a move.
func (f Finding) IsPosition() bool { return f.Look == 0 }

// findings holds what a run found. Equal positions and equal moves have one finding, in whatever games they are.
type findings map[question]Finding

func (f findings) add(found Finding) { f[found.question] = found }

// verdict returns the verdict on a position, and false if there is none yet.
func (f findings) verdict(p board.Position) (Verdict, bool) {
	found, ok := f[question{At: p}]
	return found.Before, ok
}
