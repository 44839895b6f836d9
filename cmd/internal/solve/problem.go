package solve

import (
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Problem is a position with what is known of it: the result for the side to move,
// the moves that keep it, those that do not, or several of these; or nothing.
type Problem struct {
	ID       string
	Source   string // file and line or game, for messages
	Position board.Position
	Result   board.Result // Unknown if only moves are given
	KeyMoves []board.Move // alternatives; empty if none are given
	Avoid    []board.Move // moves that are no solution; none of them is a key move
	Line     []board.Move // one way to play on, to look at
}

// Answered reports whether anything is known of the problem.
func (p Problem) Answered() bool {
	return p.Result != board.Unknown || len(p.KeyMoves) > 0 || len(p.Avoid) > 0
}

// Scores that count as an answer where no key move is known.
const (
	decisive = eval.Man * 3 / 2 // a score of this size counts as a win or a loss
	drawish  = eval.Man / 2     // a draw is no farther from level than this
)

// SolvedBy reports whether the result of a search solved the problem. If there are key moves, the move is one of them, or
// it is proven that the move keeps the value too. Otherwise the move is not one to avoid, and a result that is given is
// known from the databases or fits the score.
func (p Problem) SolvedBy(best search.Info) bool {
	switch {
	case slices.Contains(p.KeyMoves, best.Move()):
		return true
	case len(p.Avoid) > 0 && (len(best.PV) == 0 || slices.Contains(p.Avoid, best.Move())):
		return false
	case len(p.KeyMoves) > 0:
		return p.keptBy(best)
	case p.Result == board.Unknown:
		return p.Answered()
	}
	return p.fits(best)
}

// keptBy reports whether the move of a search is proven to win, or to draw if no more is wanted. A move that loses keeps
// nothing, even in a lost position: there the key moves are those that make the win hard.
func (p Problem) keptBy(best search.Info) bool {
	switch {
	case best.Move().IsNone():
		return false
	case best.Known == board.Win || best.Known == board.Unknown && best.Score.IsWin():
		return true
	}
	return best.Known == board.Draw && p.Result == board.Draw
}

// fits reports whether the known result or the score of a search agrees with p.Result.
func (p Problem) fits(best search.Info) bool {
	if best.Known != board.Unknown {
		return best.Known == p.Result
	}
	switch score := best.Score; p.Result {
	case board.Win:
		return score >= decisive
	case board.Loss:
		return score <= -decisive
	default:
		return -drawish <= score && score <= drawish
	}
}

// Wanted returns the answer in words, "win by 22-25 or 22-18" or "draw, not 11-15", and ""
// if none is known.
func (p Problem) Wanted() string {
	text := ""
	if p.Result != board.Unknown {
		text = p.Result.String()
	}
	if len(p.KeyMoves) > 0 {
		text = joined(text, " by ", p.choice(p.KeyMoves))
	}
	if len(p.Avoid) > 0 {
		text = joined(text, ", ", "not "+p.choice(p.Avoid))
	}
	return text
}

// joined returns two texts with something between them, or only the second.
func joined(first, between, second string) string {
	if first == "" {
		return second
	}
	return first + between + second
}

func (p Problem) choice(moves []board.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = p.Position.MoveText(m)
	}
	return strings.Join(texts, " or ")
}
