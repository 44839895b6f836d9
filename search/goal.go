package search

import (
	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search/internal/convert"
)

// goal is the aim of a search whose root has a value that the databases know. Such a search need not find the value. It
// looks for the best move that keeps the value. A line that loses the value ends there; other lines are searched
// deeper. If the root is won, a line ends at its conversion: a capture or a move of a man after which the position is
// still won. Neither side can return to a position before a conversion. If toEnd is set, the line ends only with the
// game. The zero goal is for a root that the databases do not know.
type goal struct {
	value  board.Result // for the side to move at the root, Unknown if it is not known
	toEnd  bool         // the lines of a won root do not end at a conversion
	turn   board.Color  // the side to move at the root
	ending convert.Ending

	allowedVisits int    // visits of a position in the game that do not yet count as a repetition
	salt          uint64 // combined with the keys of the table, so that searches with other goals do not find the entries
}

// newGoal returns the goal of a search of p, which has the given value.
func newGoal(p board.Position, value board.Result) goal {
	if value == board.Unknown {
		return goal{}
	}
	g := goal{value: value, turn: p.Turn, ending: convert.EndingOf(p)}
	if g.decided() {
		g.allowedVisits = 1
	}
	mark := board.Position{Kings: board.Bitboard(value), Turn: p.Turn}
	if value == board.Win { // the conversions depend on the men and on the number of pieces
		mark.Black, mark.White = g.ending.Men[board.Black], g.ending.Men[board.White]
		mark.Kings |= board.Bitboard(g.ending.Pieces) << 2
	}
	g.salt = mark.Hash()
	return g
}

// pastConversion returns the goal of a search for the end of a won game.
func (g goal) pastConversion() goal {
	g.toEnd = true
	g.salt = board.Position{Kings: toEndMark, Turn: g.turn}.Hash()
	return g
}

// toEndMark differs from the marks of all other goals.
const toEndMark board.Bitboard = 1 << 16

// known reports whether the databases know the value of the root.
func (g *goal) known() bool { return g.value != board.Unknown }

// decided reports whether the root is won for one side.
func (g *goal) decided() bool { return g.value == board.Win || g.value == board.Loss }

// expects returns the value that p has, for its side to move, if the line to p keeps the value of the root.
func (g *goal) expects(p board.Position) board.Result {
	if p.Turn == g.turn {
		return g.value
	}
	return g.value.Opposite()
}

// cutoff returns the score of p, which has the given value, and true if the line ends at p. If the root is lost, a
// conversion does not end a line: the losing side could end it by a capture or a move of its own men.
func (g *goal) cutoff(p board.Position, value board.Result, ply int) (eval.Score, bool) {
	if value == g.expects(p) && (g.value != board.Win || g.toEnd || !g.ending.Left(p)) {
		return 0, false
	}
	return valueScore(p, value, ply), true
}

// valueScore returns the score of p, which has the given value, ply plies below the root. Near wins and easy wins have
// higher scores.
func valueScore(p board.Position, value board.Result, ply int) eval.Score {
	lead := p.Side(p.Turn).Count() - p.Side(p.Turn.Opponent()).Count()
	switch value {
	case board.Win:
		return eval.DatabaseWin - eval.Score(ply) - conversionCost(lead, p.Pieces())
	case board.Loss:
		return conversionCost(-lead, p.Pieces()) + eval.Score(ply) - eval.DatabaseWin
	}
	return eval.Draw
}

// Numbers of conversionCost.
const (
	easyLead  = 4 // the lead, in pieces, with which a win is easy
	pieceCost = 8 // plies that the win is worth less for each piece that is missing to easyLead
)

// conversionCost returns the plies by which a won position is worth less because of the work that is left. The work
// is small if the winner's lead in pieces is large and if few pieces are on the board. So the search does not give away
// pieces to convert a little sooner.
func conversionCost(lead, pieces int) eval.Score {
	return eval.Score(pieceCost*max(0, min(easyLead-lead, easyLead)) + pieces)
}

// orderRange limits the evaluation of positions that are known to be won: it lies between -orderRange and orderRange.
const orderRange eval.Score = 800

// noProgress is the score of a winning move back to an earlier position of the game. It is below all other wins.
const noProgress = eval.KnownWin - 2*orderRange - eval.Score(MaxPly)

// static returns the score of p at the horizon; score is its evaluation. If the root is won or lost, so is p. Then the
// static score is a win or a loss without a distance, and the evaluation orders such scores among each other.
func (g *goal) static(score eval.Score, p board.Position, ply int) eval.Score {
	if !g.decided() {
		return score
	}
	far := eval.KnownWin - orderRange - eval.Score(ply)
	if g.expects(p) == board.Loss {
		far = -far
	}
	return far + max(-orderRange, min(orderRange, score))
}

// isSettled reports whether s is the score of a conversion or of the end of the game. The score of a line that only
// keeps the value of the root is not settled.
func isSettled(s eval.Score) bool { return s > eval.KnownWin || s < -eval.KnownWin }

// pliesPromised returns the plies to the end of the game or to the conversion, for a settled score.
func pliesPromised(s eval.Score) int {
	if s.HasPlies() {
		return s.Plies()
	}
	return int(eval.DatabaseWin - max(s, -s))
}
