package search

import (
	"slices"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Distances answers endgames by the plies to the end of the game under perfect play,
// without the move rule (the perfect play lookup of Trice and Dodgen 2003). The answers
// must depend on nothing but the position.
type Distances interface {
	// Distance returns the value of p for its side to move and, if that is a win or a loss,
	// the plies to the end; Unknown if it does not know.
	Distance(p board.Position) (value board.Result, plies int)
}

// SetDistances gives the search distances, nil for none. What they know at the root they
// answer without a search; where a line comes to an end that they know, they go on.
func (s *Searcher) SetDistances(d Distances) { s.distances = d }

// mostPlies is the farthest end that a score can hold.
const mostPlies = int(eval.Win-eval.DatabaseWin) - 1

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
	case value == board.Unknown || ply+plies > mostPlies:
		return 0, false
	case value == board.Win:
		return eval.WinIn(ply + plies), true
	default:
		return eval.LossIn(ply + plies), true
	}
}

// perfect returns the moves of a decided position in the order of their distances: the shortest win
// first, or the longest defence, each with perfect play to the end of the game. It does
// not answer if the distance of a move is not known, or if the game would end in a draw
// by repetition or by the move rule on the way: that is for the search.
func (r *Run) perfect(moves []rootMove) (roots []rootMove, ok bool) {
	d, p := r.searcher.distances, r.game.Position()
	if d == nil || len(moves) == 0 {
		return nil, false
	}
	if value, _ := d.Distance(p); value != board.Win && value != board.Loss {
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
		return nil, false // all moves that a caller allows draw: the search chooses among them
	}
	roots[0].line = perfectLine(d, p, []board.Move{roots[0].move}, mostPlies)
	return roots, r.reachesEnd(roots[0].line)
}

// reachesEnd reports whether a line ends the game with its last move and no sooner.
func (r *Run) reachesEnd(line []board.Move) bool {
	g := r.game.Clone()
	for i, m := range line {
		if _, ending := g.Outcome(r.limits.MoveRule); i > 0 && ending != board.Ongoing {
			return false
		}
		g.Play(m)
	}
	_, ending := g.Outcome(r.limits.MoveRule)
	return ending == board.NoMove || ending == board.NoPieces
}

// perfectLine continues a line from p with perfect play, up to so many plies in all.
func perfectLine(d Distances, p board.Position, line []board.Move, most int) []board.Move {
	for _, m := range line {
		p = p.Play(m)
	}
	for len(line) < most && !p.Finished() {
		best, bestScore, found := board.Move{}, -eval.Bound, false
		var moves board.MoveList
		p.Moves(&moves)
		for _, m := range moves.Slice() {
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

// answerPerfectly reports the moves that perfect has sorted and returns the best, when the
// search may end.
func (r *Run) answerPerfectly(roots []rootMove) Info {
	for rank := range min(max(r.limits.MultiPV, 1), len(roots)) {
		if rank > 0 && roots[rank].score.IsProven() {
			roots[rank].line = perfectLine(r.searcher.distances, r.game.Position(), roots[rank].line, mostPlies)
		}
		r.report(r.perfectInfo(roots, rank))
	}
	if r.endless() {
		<-r.released
	}
	return r.perfectInfo(roots, 0)
}

func (r *Run) perfectInfo(roots []rootMove, rank int) Info {
	m := &roots[rank]
	return Info{
		SelDepth: len(m.line), Rank: rank + 1, Score: m.score, Known: m.value,
		DatabaseHits: uint64(len(roots)), Time: r.elapsed(), PV: slices.Clone(m.line),
	}
}

// knownEnd continues a line that the search has found, from where distances know how the
// game ends.
func (r *Run) knownEnd(line []board.Move) []board.Move {
	d := r.searcher.distances
	if d == nil || len(line) == 0 {
		return line
	}
	p := r.game.Position()
	for _, m := range line {
		p = p.Play(m)
	}
	if value, _ := d.Distance(p); value != board.Win && value != board.Loss {
		return line
	}
	return perfectLine(d, r.game.Position(), line, MaxPly)
}
