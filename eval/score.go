package eval

import (
	"fmt"
	"math"
)

// Score is what a position is worth to the side to move, in hundredths of a man.
// Scores near ±Win stand for proven results: the nearest hold the plies to the end, the
// others are known without a distance, as endgame databases know them, and only order
// such results among themselves.
type Score int32

// Landmarks of the scale.
const (
	Man   Score = 100   // the value of a man
	Draw  Score = 0     // a drawn game
	Win   Score = 30000 // the side to move has won, 0 plies from the end
	Bound Score = 32000 // above every score: the outer window of a search

	longestWin Score = 1000                    // plies: the farthest end a score can hold
	nearestWin       = Win - longestWin        // the smallest score that holds its plies
	leastWin         = nearestWin - 2*progress // the smallest score that is a proven win

	progress Score = 2000 // room for the order of proven wins without a distance

	// DatabaseWin is the best win without a distance, and KnownWin the best of those that
	// are only known to be won, with nothing done yet to win them.
	DatabaseWin = nearestWin - 1
	KnownWin    = DatabaseWin - progress
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

// OddsUnit is the score, in hundredths of a man, at which the odds are e to 1. The weights are
// learned with it: a man whose weight is learned is worth about 100.
const OddsUnit = 43

// Chance returns the points that the side to move can expect by the score, 0 to 1: the logistic
// function that the weights are learned by.
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
