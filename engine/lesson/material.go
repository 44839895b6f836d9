package lesson

import (
	"math"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// What pieces are worth in a tree of material.
const (
	Man  = 2
	King = 3
)

// Limits of a tree of material.
const (
	maxQuiet     = 5       // quiet plies
	materialNode = 400_000 // positions of one tree; beyond, the last quiet plies are left out
)

// Balance returns the material of the side to move less that of the other, in the worth of Man and King.
func Balance(p board.Position) int {
	worth := func(side board.Color) int {
		kings := (p.Side(side) & p.Kings).Count()
		return Man*p.Side(side).Count() + (King-Man)*kings
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

func newTree() *materialTree {
	return &materialTree{known: map[materialKey]materialBounds{}, left: materialNode}
}

// value returns the material for the side to move of p after quiet plies of best play. Outside of alpha to beta it is a bound. It is
// meaningless once t.left is below 0.
func (t *materialTree) value(p board.Position, quiet, alpha, beta int) int {
	var moves board.MoveList
	p.Moves(&moves)
	captures := p.Jumpers() != 0
	if moves.Len() == 0 || quiet == 0 && !captures {
		return Balance(p)
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

// Values returns the material for the side to move of p, in the worth of Man and King, after each of its moves in the order of p.Legal and
// then quiet plies of best play; nil if that would take too long.
func Values(p board.Position, quiet int) (values []int) {
	t := newTree()
	for m := range p.Legal() {
		values = append(values, t.after(p, m, quiet))
	}
	if t.left < 0 {
		return nil
	}
	return values
}

// Loss is what a move loses in material.
type Loss struct {
	Quiet int  // quiet plies after the move until it shows
	Lost  int  // beside the best move, in the worth of Man and King
	Given bool // the side has less than it could have kept; otherwise it has missed a gain
}

// None reports whether nothing is lost.
func (l Loss) None() bool { return l.Lost == 0 }

// LossOf returns what a move loses in material, as soon as it shows: a man at least, after some quiet plies and after one more. A man that
// every move loses is not lost by the move.
func LossOf(p board.Position, m board.Move) Loss {
	t := newTree()
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
		if lost := best[before] - played[before]; lost >= Man && best[quiet]-played[quiet] >= Man {
			return Loss{before, lost, played[before] <= best[0]-Man}
		}
	}
	return Loss{}
}

// line returns the moves from p by which both sides get what quiet plies of best play give them, to the first position in which nobody is to
// take and the material is that. Among equal moves comes the one of the search, if hint begins with it; otherwise the side that moves in the
// end's favour takes the shortest way, and the other one the longest.
func (t *materialTree) line(p board.Position, quiet int, hint []board.Move) (line []board.Move) {
	end := t.value(p, quiet, -anyMaterial, anyMaterial)
	for {
		captures := p.Jumpers() != 0
		if !p.HasMove() || !captures && (quiet == 0 || Balance(p) == end && len(line) > 0) {
			return line
		}
		if !captures {
			quiet--
		}
		m := t.keeper(p, quiet, end, hint)
		if m.IsNone() {
			return line
		}
		if len(hint) > 0 && hint[0] == m {
			hint = hint[1:]
		} else {
			hint = nil
		}
		line, p, end = append(line, m), p.Play(m), -end
	}
}

// keeper returns the move of p that keeps the value end with quiet plies after it, none if the tree has become too large.
func (t *materialTree) keeper(p board.Position, quiet, end int, hint []board.Move) (kept board.Move) {
	soonest := quiet + 1
	for m := range p.Legal() {
		if t.after(p, m, quiet) != end || t.left < 0 {
			continue
		}
		if len(hint) > 0 && hint[0] == m {
			return m
		}
		shows := 0
		for shows < quiet && t.after(p, m, shows) < end {
			shows++
		}
		if shows < soonest {
			kept, soonest = m, shows
		}
	}
	return kept
}
