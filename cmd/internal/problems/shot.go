package problems

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Limits of shots.
const (
	clearlyBetter = eval.Man * 6 / 10
	firstNodes    = 4000    // of searches that find lines, and usually of the one that finds shots
	secondNodes   = 300_000 // of the search that must agree
	quietPlies    = 7       // of the tree
	deeperPlies   = 9       // of the tree that must agree
	treePositions = 400_000
	maxAhead      = 1 // pieces, before the shot
)

// lookForShot returns the problem of a position in which one move alone wins a man by force, or loses none.
func (f *Finder) lookForShot(p board.Position, sameAsLast bool) (Problem, Reason) {
	if ahead := p.Lead(p.Turn); ahead > maxAhead || ahead < -maxAhead {
		return Problem{}, uneven
	}
	key, why := f.clearlyBest(p, f.nodes)
	if why != "" {
		return Problem{}, why
	}
	if sameAsLast {
		return Problem{}, sameGame
	}
	claim := f.claimOf(p, key)
	if claim == "" {
		return Problem{}, noMan
	}
	need := claim.Need(p)
	if f.chance(weak, []step{{p, key}}) >= weakMost {
		return Problem{}, easy
	}
	if !f.alone(p, key, need, deeperPlies) {
		return Problem{}, noManLater
	}
	if later, _ := f.clearlyBest(p, secondNodes); later != key {
		return Problem{}, unstable
	}
	line, steps := f.shotLine(p, claim)
	if line == nil {
		return Problem{}, noLine
	}
	rating, deviation, why := f.rate(steps)
	if why != "" {
		return Problem{}, why
	}
	return Problem{Position: p, Claim: claim, Line: p.LineText(line), Rating: rating, Deviation: deviation}, kept
}

// claimOf returns what a move alone does by the tree: it wins a man, or else it saves one; empty for neither.
func (f *Finder) claimOf(p board.Position, m board.Move) suite.Claim {
	for _, claim := range []suite.Claim{suite.Man, suite.Save} {
		if f.alone(p, m, claim.Need(p), quietPlies) {
			return claim
		}
	}
	return ""
}

// clearlyBest returns the move that a search finds clearly better than all others, or the reason why there is none.
func (f *Finder) clearlyBest(p board.Position, nodes uint64) (board.Move, Reason) {
	const lines = 2
	best := f.best(board.NewGame(p), nodes, lines)
	switch {
	case best[0].Score.IsWin():
		return board.Move{}, gameWon
	case !ahead(best):
		return board.Move{}, alike
	}
	return best[0].Move(), ""
}

// ahead reports whether the first of two lines is clearly better.
func ahead(best []search.Info) bool {
	return len(best) > 1 && best[0].Score-best[1].Score >= clearlyBetter
}

// alone reports whether a move is the only one of p that leaves its side ahead by need after quiet plies.
func (f *Finder) alone(p board.Position, m board.Move, need, quiet int) bool {
	moves := f.winning(p, need, quiet)
	return len(moves) == 1 && moves[0] == m
}

// winning returns the moves of p that leave its side ahead by need after quiet plies; none if the tree is too large.
func (f *Finder) winning(p board.Position, need, quiet int) (moves []board.Move) {
	places, err := f.tree.Keeping(p, need, quiet, treePositions)
	if err != nil {
		return nil
	}
	all := legal(p)
	for _, place := range places {
		moves = append(moves, all[place])
	}
	return moves
}

// shotLine returns a solution and the moves of it that alone are right. It ends when the man is won and nothing can be taken, or when the
// man is saved and the way is not narrow any more. There is no line if that does not come.
func (f *Finder) shotLine(p board.Position, claim suite.Claim) (line []board.Move, steps []step) {
	g, need := board.NewGame(p), claim.Need(p)
	for len(g.Moves()) < maxLine {
		at := g.Position()
		winning := f.winning(at, need, quietPlies)
		switch {
		case len(winning) == 0:
			return nil, nil
		case claim == suite.Save && wide(g, winning):
			return slices.Clone(g.Moves()), steps
		}
		m := winning[0]
		if len(winning) > 1 {
			m = f.best(g, firstNodes, 1, winning...)[0].Move()
		} else if len(legal(at)) > 1 {
			steps = append(steps, step{at, m})
		}
		g.Play(m)
		after := g.Position()
		if after.Over() || claim == suite.Man && resting(after) && -after.Lead(after.Turn) >= need {
			return slices.Clone(g.Moves()), steps
		}
		g.Play(f.stubborn(g, need))
	}
	return nil, nil
}

// stubborn returns the reply after which the fewest moves win the man, and among these the one that a search prefers.
func (f *Finder) stubborn(g *board.Game, need int) board.Move {
	at := g.Position()
	minimum := board.MaxMoves
	var replies []board.Move
	for m := range at.Legal() {
		after := at.Play(m)
		count := len(f.winning(after, need, quietPlies))
		if len(legal(after)) == 1 {
			count = board.MaxMoves
		}
		if count < minimum {
			minimum, replies = count, nil
		}
		if count == minimum {
			replies = append(replies, m)
		}
	}
	if len(replies) == 1 {
		return replies[0]
	}
	return f.best(g, firstNodes, 1, replies...)[0].Move()
}
