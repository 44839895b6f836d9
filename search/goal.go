package search

import (
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// goal is what a search is for once the databases know the value of its root: not to
// find the value, which they know everywhere, but to make something of it. Lines that
// keep the value are searched on, all others end at once. A win is searched on until it
// is converted: until a capture or a man's move, which cannot be taken back, leads to a
// position still won; or, to the end, until the game is over. The zero value is the
// goal of every other search.
type goal struct {
	value  board.Result // for the side to move at the root, Unknown if it is not known
	toEnd  bool         // a win is searched on past its conversion
	turn   board.Color  // who is to move at the root
	pieces int          // at the root
	men    [2]board.Bitboard

	pastVisits int    // of a position in the game so far that do not make it a repetition
	salt       uint64 // sets the keys of the table apart from those of other goals
}

// newGoal returns the goal of a search of p, which has the given value.
func newGoal(p board.Position, value board.Result) goal {
	if value == board.Unknown {
		return goal{}
	}
	g := goal{value: value, turn: p.Turn, pieces: p.Pieces()}
	g.men = [2]board.Bitboard{p.Men(board.Black), p.Men(board.White)}
	if g.decided() {
		g.pastVisits = 1
	}
	mark := board.Position{Kings: board.Bitboard(value), Turn: p.Turn}
	if value == board.Win { // what is converted depends on these
		mark.Black, mark.White, mark.Kings = g.men[0], g.men[1], mark.Kings|board.Bitboard(g.pieces)<<2
	}
	g.salt = mark.Hash()
	return g
}

// pastConversion returns the goal of finding the end of a won game itself.
func (g goal) pastConversion() goal {
	g.toEnd = true
	g.salt = board.Position{Kings: toEndMark, Turn: g.turn}.Hash()
	return g
}

// toEndMark is no value that the mark of another goal has.
const toEndMark board.Bitboard = 1 << 16

// known reports whether the databases know the value of the root.
func (g *goal) known() bool { return g.value != board.Unknown }

// decided reports whether the root is won for one side.
func (g *goal) decided() bool { return g.value == board.Win || g.value == board.Loss }

// expects returns the value of p if it keeps the root's.
func (g *goal) expects(p board.Position) board.Result {
	if p.Turn == g.turn {
		return g.value
	}
	return g.value.Opposite()
}

// converted reports whether a capture or a man's move lies between the root and p.
func (g *goal) converted(p board.Position) bool {
	return p.Pieces() != g.pieces || p.Men(board.Black) != g.men[0] || p.Men(board.White) != g.men[1]
}

// judge returns the score of p, of the given value, if p needs no more search. A side
// that is lost does not care for conversions: its moves would do for one.
func (g *goal) judge(p board.Position, value board.Result, ply int) (eval.Score, bool) {
	if value == g.expects(p) && (g.value != board.Win || g.toEnd || !g.converted(p)) {
		return 0, false
	}
	return valueScore(p, value, ply), true
}

// valueScore returns the score of p, of the given value, ply plies below the root. Near
// and easy wins are better.
func valueScore(p board.Position, value board.Result, ply int) eval.Score {
	lead := p.Side(p.Turn).Count() - p.Side(p.Turn.Opponent()).Count()
	switch value {
	case board.Win:
		return eval.DatabaseWin - eval.Score(ply) - toil(lead, p.Pieces())
	case board.Loss:
		return toil(-lead, p.Pieces()) + eval.Score(ply) - eval.DatabaseWin
	}
	return eval.Draw
}

// Numbers of toil.
const (
	easyLead  = 4 // pieces: with so many more the win is easy
	pieceToil = 8 // plies
)

// toil returns how much longer a won position may last than one that is as good as over,
// in plies, by the winner's lead in pieces. It keeps the search from giving pieces away
// to convert a little sooner.
func toil(lead, pieces int) eval.Score {
	return eval.Score(pieceToil*max(0, min(easyLead-lead, easyLead)) + pieces)
}

// orderRange is the most that the evaluation says for or against a won position.
const orderRange eval.Score = 800

// noProgress is the score of a win that is kept by coming back: below all others.
const noProgress = eval.KnownWin - 2*orderRange - eval.Score(MaxPly)

// static returns what p is worth at the end of a line, where the databases do not
// decide it: if the root is won, p keeps the win, and the evaluation says how well.
func (g *goal) static(p board.Position, ply int) eval.Score {
	score := eval.Evaluate(p)
	if !g.decided() {
		return score
	}
	far := eval.KnownWin - orderRange - eval.Score(ply)
	if g.expects(p) == board.Loss {
		far = -far
	}
	return far + max(-orderRange, min(orderRange, score))
}

// isSettled reports whether s is a win or a loss that is more than the root's value kept.
func isSettled(s eval.Score) bool { return s > eval.KnownWin || s < -eval.KnownWin }

// pliesPromised returns the plies in which a settled win or loss ends the game, or is
// converted.
func pliesPromised(s eval.Score) int {
	if s.HasPlies() {
		return s.Plies()
	}
	return int(eval.DatabaseWin - max(s, -s))
}
