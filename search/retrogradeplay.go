package search

import (
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// How much a backward analysis may take.
const (
	analysisShare      = 0.8 // the part of a move's time or nodes
	analysisMoves      = 60  // it is begun only if it is over after so many moves
	placesAMicrosecond = 1   // of the kings, looked at and spread: a cautious guess
)

// analyzed returns the shortest way to a conversion by the backward analysis of the ending on the board,
// if that is done: it begins after a search of the ending that saw no conversion, and goes on from
// move to move, with a part of the time of each, until it is.
func (r *Run) analyzed(g goal) (best rootMove, ok bool) {
	s, p := r.searcher, r.game.Position()
	if s.analysis != nil && s.analysis.goal.salt != g.salt {
		s.analysis = nil
	}
	places := r.analysisPlaces()
	if !s.adrift(g) || places == 0 || r.endless() || r.limits.MultiPV > 1 || len(r.limits.SearchMoves) > 0 {
		return best, false
	}
	if s.analysis == nil {
		if s.analysis = newRetrograde(s.databases, p, g, min(places*analysisMoves, mostKingPlaces)); s.analysis == nil {
			s.baffled = 0
			return best, false
		}
	}
	if !s.analysis.work(r.game, r.analysisTime(places)) {
		return best, false
	}
	line := s.analysis.line(p)
	if len(line) == 0 {
		s.analysis = nil // the ways are barred by now: once more
		return best, false
	}
	return rootMove{move: line[0], line: line, score: valueScore(p, board.Win, len(line)), value: board.Win}, true
}

// analysisPlaces returns how many places of the kings this search may look at, about, 0 if there is no
// limit to share.
func (r *Run) analysisPlaces() int {
	switch {
	case r.limits.Nodes > 0:
		return int(min(uint64(analysisShare*float64(r.limits.Nodes)), mostKingPlaces))
	case r.limits.timed():
		return int(min(r.analysisEnd().Microseconds()*placesAMicrosecond, mostKingPlaces))
	}
	return 0
}

// analysisEnd returns when the search's share is over.
func (r *Run) analysisEnd() time.Duration {
	return time.Duration(analysisShare * float64(min(r.soft.Load(), r.hard.Load())))
}

// analysisTime returns a function that says whether there is time for more.
func (r *Run) analysisTime(places int) (more func() bool) {
	worked := 0
	return func() bool {
		worked += stepsAtOnce
		return !r.stop.Load() && r.elapsed() < r.analysisEnd() && (r.limits.Nodes == 0 || worked <= places)
	}
}

// line returns the shortest way from p to a conversion, against the longest resistance; none if there is
// none known.
func (a *retrograde) line(p board.Position) (line []board.Move) {
	for !a.goal.converted(p) && p.HasMove() {
		m, ok := a.step(p)
		if !ok {
			return nil
		}
		line = append(line, m)
		p = p.Play(m)
	}
	return line
}

// step returns the next move on such a way, for either side.
func (a *retrograde) step(p board.Position) (best board.Move, ok bool) {
	winning := p.Turn == a.goal.turn
	var moves board.MoveList
	p.Moves(&moves)
	nearest := -1
	for _, m := range moves.Slice() {
		plies, known := a.pliesAfter(p, m)
		switch {
		case !known && winning:
			continue
		case !known:
			return best, false // the loser escapes
		case nearest < 0, winning && plies < nearest, !winning && plies > nearest:
			best, nearest = m, plies
		}
	}
	return best, nearest >= 0
}

// pliesAfter returns the plies from the position after m to the next conversion, 0 if m converts; false
// if none is known.
func (a *retrograde) pliesAfter(p board.Position, m board.Move) (plies int, known bool) {
	child := p.Play(m)
	index, same := a.indexOf(child)
	if !same {
		return 0, probe(a.databases, child) == a.goal.expects(child)
	}
	code := a.won[index]
	if child.Turn != a.goal.turn {
		code = a.lost[index]
	}
	return int(code) - 1, code != notKnown && code != never
}

// adrift reports whether the last search of the ending that g is of saw no way to convert it.
func (s *Searcher) adrift(g goal) bool {
	return s.use.Retrograde && g.value == board.Win && s.baffled == g.salt
}

// note remembers whether a search of a known win saw how to convert it.
func (s *Searcher) note(g goal, best eval.Score) {
	if g.value == board.Win && !isSettled(best) {
		s.baffled = g.salt
	}
}
