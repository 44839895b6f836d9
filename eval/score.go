package eval

import (
	"fmt"
	"math"
)

// Score is the value of a position for the side to move, in hundredths of a man.
// Scores near Win and -Win are proven results. The scores nearest to Win and -Win hold the plies to the end
// of the game. The other proven scores are wins and losses without a distance, for example from endgame databases. A
// higher one is a better win, but has no unit.
type Score int32

// Landmarks of the scale.
const (
	Man   Score = 100   // the value of a man
	Draw  Score = 0     // a drawn game
	Win   Score = 30000 // a win in 0 plies
	Bound Score = 32000 // larger than every score: the limit of a full window

	longestWin Score = 1000                    // the largest number of plies that a score can hold
	nearestWin       = Win - longestWin        // the smallest win that holds the plies to the end
	leastWin         = nearestWin - 2*progress // the smallest proven win

	progress Score = 2000 // room for the order of proven wins without a distance

	// DatabaseWin is the best win without a distance. Scores between KnownWin and DatabaseWin are wins after a
	// conversion. KnownWin and lower scores are wins that are known, but not yet converted.
	DatabaseWin = nearestWin - 1
	KnownWin    = DatabaseWin - progress

	// MaxUnproven is the largest score that is no proven win: the largest that an evaluation may return.
	MaxUnproven = leastWin - 1
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

// HasPlies reports whether s is a proven win or loss that holds the plies to the end.
func (s Score) HasPlies() bool { return s >= nearestWin || s <= -nearestWin }

// Plies returns the plies to the end of the game for a proven win or loss that holds
// them, and 0 for any other score.
func (s Score) Plies() int {
	switch {
	case s >= nearestWin:
		return int(Win - s)
	case s <= -nearestWin:
		return int(Win + s)
	}
	return 0
}

// OddsUnit is the score, in hundredths of a man, at which the odds to win are e to 1. The unit is chosen so that the
// learned weight of a man is about 100.
const OddsUnit = 43

// Chance returns the expected result of the game for the side to move, from 0 for a loss to 1 for a win. It is the
// logistic function of the score, with which the weights are learned.
func (s Score) Chance() float64 { return 1 / (1 + math.Exp(-float64(s)/OddsUnit)) }

// String returns "win N", "loss N" with N in plies, "win", "loss" where the distance is
// not known, or "cp X" with X in hundredths of a man: the form of the text protocol.
func (s Score) String() string {
	switch {
	case s.HasPlies() && s.IsWin():
		return fmt.Sprintf("win %d", s.Plies())
	case s.HasPlies():
		return fmt.Sprintf("loss %d", s.Plies())
	case s.IsWin():
		return "win"
	case s.IsLoss():
		return "loss"
	}
	return fmt.Sprintf("cp %d", s)
}
