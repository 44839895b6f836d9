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

	maxWin     Score = 1000                    // the largest number of plies that a score can hold
	nearestWin       = Win - maxWin            // the smallest win that holds the plies to the end
	minWin           = nearestWin - 2*progress // the smallest proven win

	progress Score = 2000 // room for the order of proven wins without a distance

	// DatabaseWin is the best win without a distance. Scores between KnownWin and DatabaseWin are wins after a
	// conversion. KnownWin and lower scores are wins that are known, but not yet converted.
	DatabaseWin = nearestWin - 1
	KnownWin    = DatabaseWin - progress

	// MaxUnproven is the largest score that is no proven win: the largest that an evaluation may return.
	MaxUnproven = minWin - 1
)

// WinIn returns the score of a proven win in n plies, 0 to 1000.
func WinIn(n int) Score { return Win - Score(n) }

// LossIn returns the score of a proven loss in n plies, 0 to 1000.
func LossIn(n int) Score { return Score(n) - Win }

// IsWin reports whether s is a proven win.
func (s Score) IsWin() bool { return s >= minWin }

// IsLoss reports whether s is a proven loss.
func (s Score) IsLoss() bool { return s <= -minWin }

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
func (s Score) Chance() float64 { return logistic(float64(s) / OddsUnit) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Chances are the shares of wins, draws and losses of the side to move in many games from a position. Their sum is 1.
type Chances struct {
	Win  float64 `json:"win"`
	Draw float64 `json:"draw"`
	Loss float64 `json:"loss"`
}

// Chances returns how the engine's games against itself at 20,000 nodes a move end for the side to move, from positions with
// this number of pieces to which a search gives the score s. The chances of a proven win or loss are exact.
func (s Score) Chances(pieces int) Chances { return selfPlay.Chances(s, pieces) }

// selfPlay is what zonda tune report fits to the games of docs/evaluation.md.
var selfPlay = Curve{Centre: [phases]float64{34.9, 37.0, 48.0, 52.1}, Width: [phases]float64{10.5, 9.7, 9.6, 8.9}}

// maxCertain is the largest share of a result that is not proven.
const maxCertain = 0.999

// Curve is a rule for the chances. The share of wins is a logistic function of the score with a centre, at which it is a
// half, and a width, in hundredths of a man. The share of losses is its mirror image, and draws are the rest.
type Curve struct {
	Centre [phases]float64 `json:"centre"` // in each Phase, mixed as weights are; not below 0
	Width  [phases]float64 `json:"width"`  // in each Phase; above 0
}

// Chances returns the chances of the side to move of a position with this number of pieces and the score s.
func (c Curve) Chances(s Score, pieces int) Chances {
	switch {
	case s.IsWin():
		return Chances{Win: 1}
	case s.IsLoss():
		return Chances{Loss: 1}
	}
	centre, width := 0., 0.
	for ph, share := range HeuristicShares(pieces) {
		centre += float64(share) * c.Centre[ph]
		width += float64(share) * c.Width[ph]
	}
	win, loss := min(logistic((float64(s)-centre)/width), maxCertain), min(logistic((float64(-s)-centre)/width), maxCertain)
	return Chances{win, 1 - (win + loss), loss}
}

// Expected returns the points that the side to move can expect, 0 to 1.
func (c Chances) Expected() float64 { return c.Win + c.Draw/2 }

// Mirror returns the chances of the opponent.
func (c Chances) Mirror() Chances { return Chances{c.Loss, c.Draw, c.Win} }

// Of returns the chances in whole parts of total, for example in percent for a total of 100. Their sum is total. A win that is not
// certain has not all parts.
func (c Chances) Of(total int) (win, draw, loss int) {
	parts := func(share float64) int {
		if share == 1 {
			return total
		}
		return min(int(math.Round(share*float64(total))), total-1)
	}
	win, loss = parts(c.Win), parts(c.Loss)
	return win, total - win - loss, loss
}

// String returns the chances in words and percent: "wins 30 %, draws 50 %, loses 20 %". It returns "" if one of them is certain.
func (c Chances) String() string {
	if max(c.Win, c.Draw, c.Loss) == 1 {
		return ""
	}
	win, draw, loss := c.Of(100)
	return fmt.Sprintf("wins %d %%, draws %d %%, loses %d %%", win, draw, loss)
}

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
