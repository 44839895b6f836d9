package problems

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
	"github.com/zonda-checkers/zonda/egdb"
)

// Limits of value problems.
const (
	kingsKept   = 20 // one of so many without a man is kept: most say no more than that no king is to be given away
	longestLine = 24 // plies
	enoughHold  = 3  // moves that keep the value: the way is not narrow any more
	lineNodes   = 2000
)

// lookForValue returns the problem of a position that the databases know, if one move alone keeps a win or a draw.
func (f *Finder) lookForValue(p board.Position, sameAsLast bool) (Problem, Reason) {
	value := f.db.Probe(p)
	if value == board.Loss {
		return Problem{}, lost
	}
	if len(f.keeping(p, value)) != 1 {
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
		Position: p, Result: strings.ToUpper(value.String()), Claim: suite.Value, Line: p.LineText(line), Rating: rating, Deviation: deviation,
	}, kept
}

// keeping returns the moves of p that keep a value for its side to move.
func (f *Finder) keeping(p board.Position, value board.Result) (moves []board.Move) {
	for m := range p.Legal() {
		if valueOf(f.db, p.Play(m)).Opposite() == value {
			moves = append(moves, m)
		}
	}
	return moves
}

// valueOf returns the value of a position of the databases, also of one in which the game is over.
func valueOf(db *egdb.DB, p board.Position) board.Result {
	if p.Over() {
		return board.Loss
	}
	return db.Probe(p)
}

// valueLine returns a solution, until the way is not narrow any more, a position comes again or the game ends, and the moves of it that
// alone are right.
func (f *Finder) valueLine(p board.Position, value board.Result) (line []board.Move, steps []step) {
	g := board.NewGame(p)
	seen := map[board.Position]bool{}
	for !g.Position().Over() && len(g.Moves()) < longestLine && !seen[g.Position()] {
		at := g.Position()
		seen[at] = true
		keeping := f.keeping(at, value)
		choice := len(legal(at))
		if len(g.Moves()) > 0 && quietLately(g) && (len(keeping) >= enoughHold || len(keeping) == choice) {
			break
		}
		m := keeping[0]
		if len(keeping) > 1 {
			m = f.best(g, lineNodes, 1, keeping...)[0].Move()
		} else if choice > 1 {
			steps = append(steps, step{at, m})
		}
		if g.Play(m); g.Position().Over() {
			break
		}
		g.Play(f.hardest(g.Position(), value))
	}
	return slices.Clone(g.Moves()), steps
}

// quietLately reports whether the last two plies took nothing.
func quietLately(g *board.Game) bool {
	moves := g.Moves()
	return len(moves) >= 2 && !moves[len(moves)-1].IsCapture() && !moves[len(moves)-2].IsCapture()
}

// hardest returns the reply after which the fewest moves keep the other side's value, and among these the one that lasts longest. A reply
// that leaves no choice asks nothing.
func (f *Finder) hardest(at board.Position, value board.Result) board.Move {
	type answer struct {
		move           board.Move
		keeping, plies int
	}
	var answers []answer
	for m := range at.Legal() {
		after := at.Play(m)
		if valueOf(f.db, after) != value {
			continue
		}
		a := answer{move: m, keeping: len(f.keeping(after, value))}
		if len(legal(after)) == 1 {
			a.keeping = board.MaxMoves
		}
		if !after.Over() {
			_, a.plies = f.db.Distance(after)
		}
		answers = append(answers, a)
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
