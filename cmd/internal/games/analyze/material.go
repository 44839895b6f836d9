package analyze

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// What pieces are worth in a tree of material.
const (
	manWorth  = 2
	kingWorth = 3
)

// Limits of a tree of material.
const (
	maxQuiet     = 5       // quiet plies
	materialNode = 400_000 // positions of one tree; beyond, the last quiet plies are left out
)

// balance returns the material of the side to move less that of the other.
func balance(p board.Position) int {
	worth := func(side board.Color) int {
		kings := (p.Side(side) & p.Kings).Count()
		return manWorth*p.Side(side).Count() + (kingWorth-manWorth)*kings
	}
	return worth(p.Turn) - worth(p.Turn.Opponent())
}

// materialTree plays all moves to the end of a number of quiet plies and counts material. Captures do not count as plies: they are
// played to their end. A side that cannot move keeps the material that it has, since what it is worth to lose is not for this tree.
type materialTree struct {
	known map[materialKey]materialBounds
	left  int // positions that may still be visited
}

type materialKey struct {
	position board.Position
	quiet    int
}

// materialBounds are the smallest and the largest value that a position may have.
type materialBounds struct{ low, high int8 }

// anyMaterial is more than all material.
const anyMaterial = math.MaxInt8

// value returns the material for the side to move of p after quiet plies of best play. Outside of alpha to beta it is a bound. It is
// meaningless once t.left is below 0.
func (t *materialTree) value(p board.Position, quiet, alpha, beta int) int {
	var moves board.MoveList
	p.Moves(&moves)
	captures := p.Jumpers() != 0
	if moves.Len() == 0 || quiet == 0 && !captures {
		return balance(p)
	}
	key := materialKey{p, quiet}
	bounds, found := t.known[key]
	if !found {
		bounds = materialBounds{-anyMaterial, anyMaterial}
	}
	alpha, beta = max(alpha, int(bounds.low)), min(beta, int(bounds.high))
	if alpha >= beta {
		return alpha
	}
	if t.left--; t.left < 0 {
		return alpha
	}
	yield.Point()
	left := quiet
	if !captures {
		left--
	}
	best, from := -anyMaterial, alpha
	for _, m := range moves.Slice() {
		best = max(best, -t.value(p.Play(m), left, -beta, -max(from, best)))
		if best >= beta {
			break
		}
	}
	if t.left < 0 {
		return best
	}
	if best > alpha {
		bounds.low = int8(best)
	}
	if best < beta {
		bounds.high = int8(best)
	}
	t.known[key] = bounds
	return best
}

// after returns the material for the side that moves, after its move and then quiet plies of best play.
func (t *materialTree) after(p board.Position, m board.Move, quiet int) int {
	return -t.value(p.Play(m), quiet, -anyMaterial, anyMaterial)
}

// best returns the most of after of all moves.
func (t *materialTree) best(p board.Position, quiet int) int {
	var moves board.MoveList
	p.Moves(&moves)
	best := -anyMaterial
	for _, m := range moves.Slice() {
		best = max(best, -t.value(p.Play(m), quiet, -anyMaterial, -best))
	}
	return best
}

// materialLoss is what a move loses in material.
type materialLoss struct {
	Quiet int  // quiet plies after the move until it shows
	Lost  int  // beside the best move: a man is 2, a king 3
	Given bool // the side has less than it could have kept; otherwise it has missed a gain
}

// none reports whether nothing is lost.
func (l materialLoss) none() bool { return l.Lost == 0 }

// lossOf returns what a move loses in material, as soon as it shows: a man at least, after some quiet plies and after one more. A man that
// every move loses is not lost by the move.
func lossOf(p board.Position, m board.Move) materialLoss {
	t := &materialTree{known: map[materialKey]materialBounds{}, left: materialNode}
	var played, best [maxQuiet + 1]int
	for quiet := range played {
		played[quiet], best[quiet] = t.after(p, m, quiet), t.best(p, quiet)
		if t.left < 0 {
			break
		}
		if quiet == 0 {
			continue
		}
		before := quiet - 1
		if lost := best[before] - played[before]; lost >= manWorth && best[quiet]-played[quiet] >= manWorth {
			return materialLoss{before, lost, played[before] <= best[0]-manWorth}
		}
	}
	return materialLoss{}
}
