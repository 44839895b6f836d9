package search

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// reference is the plainest search that follows the same rules: every line to the
// same depth, no window, no table, repetitions found by comparing positions.
type reference struct {
	moveRule int
	avoided  func(board.Position) bool // nil for none
}

// root returns the value of the game's position at depth.
func (r reference) root(g *board.Game, depth Depth) eval.Score {
	line := slices.Clone(g.Reversible())
	best := -eval.Bound
	for _, m := range legalMoves(g.Position()) {
		best = max(best, r.follow(line, m, int(depth), 0))
	}
	return best
}

// follow returns what m is worth to the side that makes it, at the end of line: the
// positions that can still be repeated, ply plies below the root.
func (r reference) follow(line []board.Position, m board.Move, depth, ply int) eval.Score {
	p := line[len(line)-1]
	if p.Irreversible(m) {
		line = nil
	}
	return -r.value(append(slices.Clone(line), p.Play(m)), depth-1, ply+1)
}

func (r reference) value(line []board.Position, depth, ply int) eval.Score {
	p := line[len(line)-1]
	if r.avoided != nil && r.avoided(p) {
		return antiBookScore - eval.Score(ply)
	}
	if r.moveRule > 0 && len(line) > r.moveRule && p.HasMove() {
		return eval.Draw
	}
	if depth == 0 {
		return r.settle(p, ply)
	}
	if slices.Contains(line[:len(line)-1], p) {
		return eval.Draw
	}
	best := eval.LossIn(ply)
	for _, m := range legalMoves(p) {
		best = max(best, r.follow(line, m, depth, ply))
	}
	return best
}

// settle plays the captures out.
func (r reference) settle(p board.Position, ply int) eval.Score {
	moves := legalMoves(p)
	switch {
	case len(moves) == 0:
		return eval.LossIn(ply)
	case !moves[0].IsCapture():
		return Sources{}.Evaluation().Evaluate(p)
	}
	best := -eval.Bound
	for _, m := range moves {
		best = max(best, -r.settle(p.Play(m), ply+1))
	}
	return best
}
