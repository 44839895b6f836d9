package eval

import "fmt"

// Score is what a position is worth to the side to move, in hundredths of a man.
// Scores near ±Win stand for proven results and hold the plies to the end.
type Score int32

// Landmarks of the scale.
const (
	Man   Score = 100   // the value of a man
	Draw  Score = 0     // a drawn game
	Win   Score = 30000 // the side to move has won, 0 plies from the end
	Bound Score = 32000 // above every score: the outer window of a search

	longestWin Score = 1000             // plies: the farthest end a score can hold
	leastWin         = Win - longestWin // the smallest score that is a proven win
)

// WinIn returns the score of a proven win in n plies, 0 to 1000.
func WinIn(n int) Score { return Win - Score(n) }

// LossIn returns the score of a proven loss in n plies, 0 to 1000.
func LossIn(n int) Score { return Score(n) - Win }

// IsWin reports whether s is a proven win.
func (s Score) IsWin() bool { return s >= leastWin }

// IsLoss reports whether s is a proven loss.
func (s Score) IsLoss() bool { return s <= -leastWin }

// IsProven reports whether s is a proven win or loss.
func (s Score) IsProven() bool { return s.IsWin() || s.IsLoss() }

// Plies returns the plies to the end of the game for a proven win or loss, and 0
// for any other score.
func (s Score) Plies() int {
	switch {
	case s.IsWin():
		return int(Win - s)
	case s.IsLoss():
		return int(Win + s)
	}
	return 0
}

// String returns "win N", "loss N" with N in plies, or "cp X" with X in hundredths
// of a man: the form of the text protocol.
func (s Score) String() string {
	switch {
	case s.IsWin():
		return fmt.Sprintf("win %d", s.Plies())
	case s.IsLoss():
		return fmt.Sprintf("loss %d", s.Plies())
	}
	return fmt.Sprintf("cp %d", s)
}
