package problems

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/solve/suite"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Limits of shots.
const (
	clearlyBetter = eval.Man * 6 / 10
	firstNodes    = 4000    // of the search that finds them
	secondNodes   = 300_000 // of the search that must agree
	quietPlies    = 7       // of the tree
	deeperPlies   = 9       // of the tree that must agree
	treePositions = 400_000
	mostAhead     = 1 // pieces, before the shot
)

// lookForShot returns the problem of a position in which one move alone wins a man by force.
func (f *Finder) lookForShot(p board.Position, sameAsLast bool) (Problem, Reason) {
	if ahead := p.Lead(p.Turn); ahead > mostAhead || ahead < -mostAhead {
		return Problem{}, uneven
	}
	key, why := f.clearlyBest(p, firstNodes)
	if why != "" {
		return Problem{}, why
	}
	if sameAsLast {
		return Problem{}, sameGame
	}
	need := p.Lead(p.Turn) + 1
	if !f.alone(p, key, need, quietPlies) {
		return Problem{}, noMan
	}
	if f.chance(weak, []step{{p, key}}) >= weakMost {
		return Problem{}, easy
	}
	if !f.alone(p, key, need, deeperPlies) {
		return Problem{}, noManLater
	}
	if later, _ := f.clearlyBest(p, secondNodes); later != key {
		return Problem{}, unstable
	}
	line, steps := f.shotLine(p, need)
	if line == nil {
		return Problem{}, noLine
	}
	rating, deviation, why := f.rate(steps)
	if why != "" {
		return Problem{}, why
	}
	return Problem{Position: p, Claim: suite.Man, Line: p.LineText(line), Rating: rating, Deviation: deviation}, kept
}

// clearlyBest returns the move that a search finds clearly better than all others, or the reason why there is none.
func (f *Finder) clearlyBest(p board.Position, nodes uint64) (board.Move, Reason) {
	const lines = 2
	best := f.best(board.NewGame(p), nodes, lines)
	switch {
	case best[0].Score.IsWin():
		return board.Move{}, gameWon
	case !clear(best):
		return board.Move{}, alike
	}
	return best[0].Move(), ""
}

// clear reports whether the first of two lines is clearly better.
func clear(best []search.Info) bool {
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

// shotLine returns a solution until the side to move is ahead by need and nothing can be taken, and the moves of it that alone are right;
// no line if that does not come.
func (f *Finder) shotLine(p board.Position, need int) (line []board.Move, steps []step) {
	g := board.NewGame(p)
	for len(g.Moves()) < longestLine {
		at := g.Position()
		winning := f.winning(at, need, quietPlies)
		if len(winning) == 0 {
			return nil, nil
		}
		m := winning[0]
		if len(winning) > 1 {
			m = f.best(g, firstNodes, 1, winning...)[0].Move()
		} else if len(legal(at)) > 1 {
			steps = append(steps, step{at, m})
		}
		g.Play(m)
		after := g.Position()
		if after.Over() || resting(after) && -after.Lead(after.Turn) >= need {
			return slices.Clone(g.Moves()), steps
		}
		g.Play(f.stubborn(g, need))
	}
	return nil, nil
}

// stubborn returns the reply after which the fewest moves win the man, and among these the one that a search prefers.
func (f *Finder) stubborn(g *board.Game, need int) board.Move {
	at := g.Position()
	fewest := board.MaxMoves
	var replies []board.Move
	for m := range at.Legal() {
		after := at.Play(m)
		count := len(f.winning(after, need, quietPlies))
		if len(legal(after)) == 1 {
			count = board.MaxMoves
		}
		if count < fewest {
			fewest, replies = count, nil
		}
		if count == fewest {
			replies = append(replies, m)
		}
	}
	if len(replies) == 1 {
		return replies[0]
	}
	return f.best(g, firstNodes, 1, replies...)[0].Move()
}
