package player

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/zonda-checkers/zonda/board"
)

// Score is an engine's evaluation, for the side that moved.
type Score struct {
	Given  bool         // false: the engine reported no score
	Result board.Result // Unknown if the score is only an evaluation
	Plies  int          // to the end of the game, 0 if unknown
	Men    float64      // the evaluation in men, if Result is Unknown
}

// mostMen is the largest evaluation, in men, that is accepted. It is larger than any engine's infinity.
const mostMen = 1e6

// evaluation returns the score of an evaluation in men. For a number that no evaluation can be, the
// score is not Given.
func evaluation(men float64) Score {
	if math.IsNaN(men) || math.Abs(men) > mostMen {
		return Score{}
	}
	return Score{Given: true, Men: men}
}

// String returns the score as it stands in a game record: "+0.35", "win 31", "win",
// "loss 12", "draw", and "" if none was given.
func (s Score) String() string {
	switch {
	case !s.Given:
		return ""
	case s.Result == board.Unknown:
		return fmt.Sprintf("%+.2f", math.Round(s.Men*100)/100+0) // + 0 makes zero of minus zero
	case s.Plies > 0 && s.Result != board.Draw:
		return fmt.Sprintf("%v %d", s.Result, s.Plies)
	default:
		return s.Result.String()
	}
}

// IsDraw reports whether s is a known draw, or an evaluation that is 0 to a hundredth of a man.
func (s Score) IsDraw() bool {
	const halfHundredth = 0.005
	return s.Given && (s.Result == board.Draw || s.Result == board.Unknown && math.Abs(s.Men) < halfHundredth)
}

// ParseScore reads the text of a score, as String returns it. The bool is false if there is no score in
// text.
func ParseScore(text string) (Score, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Score{}, false
	}
	if result, rest := parseResult(words); result.Given {
		return result, len(rest) == 0
	}
	men, err := strconv.ParseFloat(words[0], 64)
	s := evaluation(men)
	return s, err == nil && len(words) == 1 && s.Given
}

// parseResult reads "win N", "loss N", "win", "loss" or "draw" at the beginning of words, and returns
// the score and the remaining words. If words do not begin with a result, the score is not Given and
// all words remain.
func parseResult(words []string) (Score, []string) {
	s := Score{Given: true}
	switch words[0] {
	case "win":
		s.Result = board.Win
	case "loss":
		s.Result = board.Loss
	case "draw":
		return Score{Given: true, Result: board.Draw}, words[1:]
	default:
		return Score{}, words
	}
	if len(words) > 1 {
		if plies, err := strconv.Atoi(words[1]); err == nil && plies >= 0 {
			s.Plies = plies
			return s, words[2:]
		}
	}
	return s, words[1:]
}
