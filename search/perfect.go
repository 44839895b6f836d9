package search

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Distances gives the plies to the end of the game under perfect play for endgame positions,
// without the move rule (the perfect play lookup of Trice and Dodgen 2003). The answers
// must depend on the position alone.
type Distances interface {
	// Distance returns the value of p for its side to move and, if the value is a win or a loss,
	// the plies to the end of the game. It returns Unknown if p has no distance.
	Distance(p board.Position) (value board.Result, plies int)
}

// maxPlies is the largest number of plies to the end of the game that a score can hold.
const maxPlies = int(eval.Win-eval.DatabaseWin) - 1

// distanceScore returns the score of p, ply plies below the root, if its distance is known
// and a score can hold it.
func distanceScore(d Distances, p board.Position, ply int) (eval.Score, bool) {
	if !p.HasMove() {
		return eval.LossIn(ply), true
	}
	value, plies := d.Distance(p)
	switch {
	case value == board.Draw:
		return eval.Draw, true
	case value == board.Unknown || ply+plies > maxPlies:
		return 0, false
	case value == board.Win:
		return eval.WinIn(ply + plies), true
	default:
		return eval.LossIn(ply + plies), true
	}
}

// decides reports whether d, which may be nil, knows p as won or lost.
func decides(d Distances, p board.Position) bool {
	if d == nil {
		return false
	}
	value, _ := d.Distance(p)
	return value == board.Win || value == board.Loss
}

// perfectMoves returns the moves of a won or lost position in the order of their distances, the shortest win or the
// longest defence first. The first move has a line of perfect play to the end of the game. ok is false if the distance of
// a move is not known, or if a repetition or the move rule ends the game before the end of the line. Then the position is
// searched.
func (r *Run) perfectMoves(moves []rootMove) (roots []rootMove, ok bool) {
	d, p := r.sources.Distances, r.game.Position()
	if r.limits.SearchKnown || len(moves) == 0 || !decides(d, p) {
		return nil, false
	}
	roots = slices.Clone(moves)
	for i := range roots {
		m := &roots[i]
		score, known := distanceScore(d, p.Play(m.move), 1)
		if !known {
			return nil, false
		}
		m.score = -score
		switch {
		case m.score.IsWin():
			m.value = board.Win
		case m.score.IsLoss():
			m.value = board.Loss
		default:
			m.value = board.Draw
		}
	}
	slices.SortStableFunc(roots, func(a, b rootMove) int { return int(b.score - a.score) })
	if !roots[0].score.IsProven() {
		return nil, false // all moves in SearchMoves draw: the search chooses among them
	}
	roots[0].line = perfectLine(d, p, []board.Move{roots[0].move}, maxPlies)
	return roots, r.reachesEnd(roots[0].line)
}

// reachesEnd reports whether the game ends with the last move of the line, and not before.
func (r *Run) reachesEnd(line []board.Move) bool {
	g := r.game.Clone()
	for i, m := range line {
		if _, over := g.Outcome(); i > 0 && over {
			return false
		}
		g.Play(m)
	}
	o, _ := g.Outcome()
	return o.By == board.NoMove || o.By == board.NoPieces
}

// perfectLine continues a line, which begins at p, with perfect play. The line becomes no longer than most plies.
func perfectLine(d Distances, p board.Position, line []board.Move, maximum int) []board.Move {
	for _, m := range line {
		p = p.Play(m)
	}
	for len(line) < maximum && !p.Finished() {
		best, bestScore, found := board.Move{}, -eval.Bound, false
		for m := range p.Legal() {
			score, known := distanceScore(d, p.Play(m), 1)
			if !known {
				return line
			}
			if -score > bestScore {
				best, bestScore, found = m, -score, true
			}
		}
		if !found || !bestScore.IsProven() {
			return line
		}
		line = append(line, best)
		p = p.Play(best)
	}
	return line
}

// answerKnown reports root moves that need no search, best first, and returns the best when the run may end.
func (r *Run) answerKnown(roots []rootMove) Info {
	var all []Info
	for rank := range min(max(r.limits.MultiPV, 1), len(roots)) {
		if rank > 0 && roots[rank].score.IsProven() {
			roots[rank].line = perfectLine(r.sources.Distances, r.game.Position(), roots[rank].line, maxPlies)
		}
		all = append(all, r.knownInfo(roots, rank))
	}
	r.report(all)
	if r.endless() {
		<-r.released.Done()
	}
	return r.knownInfo(roots, 0)
}

// knownInfo describes the root move at the given rank, counted from 0, which needed no search.
func (r *Run) knownInfo(roots []rootMove, rank int) Info {
	m := &roots[rank]
	return Info{
		SelDepth: len(m.line), Rank: rank + 1, Score: m.score, Known: m.value,
		DatabaseHits: uint64(len(roots)), Time: r.elapsed(), PV: slices.Clone(m.line),
	}
}
