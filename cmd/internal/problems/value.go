package problems

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
)

// Limits of value problems.
const (
	kingsKept  = 20 // one of so many without a man is kept: most say no more than that no king is to be given away
	maxLine    = 24 // plies
	enoughHold = 3  // moves that keep the value: the way is not narrow any more
	lineNodes  = 2000
)

// lookForValue returns the problem of a position in which one move alone keeps a win or a draw.
func (f *Finder) lookForValue(p board.Position, sameAsLast bool) (Problem, Reason) {
	value := f.value(p).known()
	switch value {
	case board.Unknown:
		return Problem{}, open
	case board.Loss:
		return Problem{}, lost
	}
	switch keeping, known := f.keeping(p, value); {
	case !known:
		return Problem{}, open
	case len(keeping) != 1:
		return Problem{}, several
	}
	if p.Kings == p.Black|p.White && p.Hash()%kingsKept != 0 {
		return Problem{}, kingsAlone
	}
	if sameAsLast {
		return Problem{}, sameGame
	}
	line, steps := f.valueLine(p, value)
	rating, deviation, why := f.rate(steps)
	if why != "" {
		return Problem{}, why
	}
	if value == board.Win && !f.progresses(p) {
		return Problem{}, slow
	}
	return Problem{
		Position: p, Result: strings.ToUpper(value.String()), Claim: suite.Value, Proven: p.Pieces() > f.db.Pieces(), Line: p.LineText(line),
		Rating: rating, Deviation: deviation,
	}, kept
}

// keeping returns the moves of p that keep a value for its side to move, and whether that is known of all moves.
func (f *Finder) keeping(p board.Position, value board.Result) (moves []board.Move, known bool) {
	for m := range p.Legal() {
		switch after := f.value(p.Play(m)); {
		case after.high <= value.Opposite():
			moves = append(moves, m)
		case after.low <= value.Opposite():
			return nil, false
		}
	}
	return moves, true
}

// valueLine returns a solution, until the way is not narrow any more or not known, a position comes again or the game ends, and the moves of
// it that alone are right.
func (f *Finder) valueLine(p board.Position, value board.Result) (line []board.Move, steps []step) {
	g := board.NewGame(p)
	seen := map[board.Position]bool{}
	for !g.Position().Over() && len(g.Moves()) < maxLine && !seen[g.Position()] {
		at := g.Position()
		seen[at] = true
		keeping, known := f.keeping(at, value)
		if !known || wide(g, keeping) {
			break
		}
		m := keeping[0]
		if len(keeping) > 1 {
			m = f.best(g, lineNodes, 1, keeping...)[0].Move()
		} else if len(legal(at)) > 1 {
			steps = append(steps, step{at, m})
		}
		if g.Play(m); g.Position().Over() {
			break
		}
		g.Play(f.hardest(g.Position(), value))
	}
	return slices.Clone(g.Moves()), steps
}

// wide reports whether the way of a line is not narrow any more: the last two plies took nothing, and enough moves or all are right.
func wide(g *board.Game, right []board.Move) bool {
	moves := g.Moves()
	quiet := len(moves) >= 2 && !moves[len(moves)-1].IsCapture() && !moves[len(moves)-2].IsCapture()
	return quiet && (len(right) >= enoughHold || len(right) == len(legal(g.Position())))
}

// hardest returns the reply after which the fewest moves keep the other side's value, and among these the one that lasts longest. A reply
// that leaves no choice asks nothing. Where the value of no reply is known, a search chooses.
func (f *Finder) hardest(at board.Position, value board.Result) board.Move {
	type answer struct {
		move           board.Move
		keeping, plies int
	}
	var answers []answer
	for m := range at.Legal() {
		after := at.Play(m)
		if f.value(after).known() != value {
			continue
		}
		keeping, known := f.keeping(after, value)
		a := answer{move: m, keeping: len(keeping)}
		if !known || len(legal(after)) == 1 {
			a.keeping = board.MaxMoves
		}
		if !after.Over() {
			_, a.plies = f.db.Distance(after)
		}
		answers = append(answers, a)
	}
	if len(answers) == 0 {
		return f.best(board.NewGame(at), lineNodes, 1)[0].Move()
	}
	return slices.MinFunc(answers, func(a, b answer) int { return cmp.Or(a.keeping-b.keeping, b.plies-a.plies) }).move
}

// progresses reports whether a won game gets on before the move rule can stop it: a distance is known and short enough, or best play
// takes a piece or moves a man in time.
func (f *Finder) progresses(p board.Position) bool {
	g := board.NewGame(p)
	for range board.DefaultMoveRule {
		at := g.Position()
		if at.Over() {
			return true
		}
		if value, plies := f.db.Distance(at); value != board.Unknown {
			return len(g.Moves())+plies <= board.DefaultMoveRule
		}
		m := f.best(g, lineNodes, 1)[0].Move()
		if g.Play(m); at.Irreversible(m) && len(g.Moves()) > 1 {
			return true
		}
	}
	return false
}
