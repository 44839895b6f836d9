package problems

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
)

// levelRatings are the levels on the scale of the problems: the weakest is 600, and each adds the Elo by which it beats the one before
// (docs/protocol.md).
var levelRatings = [engine.MaxLevel]float64{600, 768, 950, 1088, 1261, 1426, 1586, 1765, 1959, 2144}

// Constants of ratings.
const (
	eloUnit      = 400  // points that make ten to one
	never        = 250  // the rating of a player who solves nothing
	surely       = 2500 // of one who solves everything: both bound the ratings
	minDeviation = 60
	maxScatter   = 0.25 // rms distance of the levels' chances from the curve
	ratedMoves   = 3    // only moves of the solution that count
)

// The levels that must not find a problem too often.
const (
	weakest, weakestMost = 1, 0.9
	weak, weakMost       = 3, 0.8
)

// solving returns the chance that a player of a rating solves a problem of a rating.
func solving(player, problem float64) float64 {
	return 1 / (1 + math.Pow(10, (problem-player)/eloUnit))
}

// fitted returns the rating at which the chances of the levels are likeliest, and their rms distance from its curve.
func fitted(chances [engine.MaxLevel]float64) (rating, scatter float64) {
	return fit(levelRatings[:], chances[:], never)
}

// fit returns the rating at which the chances of players with ratings are likeliest, and their rms distance from its curve. A player who
// solves nothing and one who solves everything bound it. The expected number of solutions is then the number found, so the rating is where
// a falling function is 0.
func fit(players, chances []float64, nothing float64) (rating, scatter float64) {
	low, high := 0.0, 2.0*surely
	const halvings = 40
	for range halvings {
		rating = (low + high) / 2
		more := solving(nothing, rating) + solving(surely, rating) - 1
		for i, chance := range chances {
			more += solving(players[i], rating) - chance
		}
		if more > 0 {
			low = rating
		} else {
			high = rating
		}
	}
	for i, chance := range chances {
		distance := solving(players[i], rating) - chance
		scatter += distance * distance / float64(len(chances))
	}
	return rating, math.Sqrt(scatter)
}

// step is a move of a solution that alone is right.
type step struct {
	at   board.Position
	move board.Move
}

// chance returns the chance with which a level finds the first moves that alone are right.
func (f *Finder) chance(level int, steps []step) float64 {
	chance := 1.0
	for _, s := range steps[:min(len(steps), ratedMoves)] {
		share := 0.0
		for _, c := range f.levels[level-1].Chances(board.NewGame(s.at), nil) {
			if c.Move() == s.move {
				share = c.Share
			}
		}
		chance *= share
	}
	return chance
}

// rate returns the rating and the deviation of a solution, or the reason why it is no problem.
func (f *Finder) rate(steps []step) (rating, deviation float64, why Reason) {
	var chances [engine.MaxLevel]float64
	for i := range chances {
		chances[i] = f.chance(i+1, steps)
		if i+1 == weakest && chances[i] >= weakestMost || i+1 == weak && chances[i] >= weakMost {
			return 0, 0, easy
		}
	}
	rating, scatter := fitted(chances)
	if scatter > maxScatter {
		return 0, 0, scattered
	}
	return math.Round(rating), math.Round(minDeviation + eloUnit*scatter), ""
}
