package page

import (
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Score is the value of a line.
type Score struct {
	Text   string  `json:"text"`   // for the side that it names: "Black +0.35", "White wins in 16 moves", "draw", "even"
	Chance float64 `json:"chance"` // points that Black can expect, 0 to 1
}

// scoreOf returns the score of a line of a search, when turn is to move.
func scoreOf(i search.Info, turn board.Color) Score {
	if i.Known == board.Draw || i.Proven == board.Draw {
		return Score{"draw", 1. / 2}
	}
	return newScore(i.Score, turn)
}

func newScore(s eval.Score, turn board.Color) Score {
	chance := s.Chance()
	if turn == board.White {
		chance = 1 - chance
	}
	return Score{scoreText(s, turn), chance}
}

// scoreText returns a score for the side that is better.
func scoreText(s eval.Score, turn board.Color) string {
	if s < 0 {
		return scoreText(-s, turn.Opponent())
	}
	switch {
	case s.IsWin() && s.HasPlies():
		return turn.String() + " wins" + inMoves(int(s.Plies()))
	case s.IsWin():
		return turn.String() + " wins"
	case s == 0:
		return "even"
	}
	return fmt.Sprintf("%s %+.2f", turn, float64(s)/float64(eval.Man))
}
