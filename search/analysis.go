package search

import (
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search/internal/convert"
)

// Limits of a backward analysis (package convert).
const (
	analysisShare = 0.5 // the part of a move's time or nodes that the analysis gets; the search gets the rest
	analysisMoves = 60  // the moves within which an analysis must end
	rulePart      = 4   // ... and within the plies of the move rule divided by this, so that half of the moves are left to play the line
	paceMoves     = 2   // the moves after which its speed is known

	placementsAMicrosecond = 2 // the speed of a fast CPU; tooSlow finds a slower one
)

// conversionState holds what earlier searches of a Searcher found about the conversion of a won ending.
type conversionState struct {
	ending   convert.Ending
	unseen   bool              // a search of this ending found no conversion
	analysis *convert.Analysis // nil until it begins
	moves    int               // moves whose time was used for the analysis
	givenUp  bool              // the analysis was given up: it is too large or too slow
}

// note records whether a search of a known win found a conversion.
func (c *conversionState) note(g goal, best eval.Score) {
	if g.value != board.Win {
		return
	}
	if c.ending != g.ending {
		*c = conversionState{ending: g.ending}
	}
	c.unseen = c.unseen || !isSettled(best)
}

// giveUp ends the analysis of this ending. No other analysis of it begins.
func (c *conversionState) giveUp() { c.analysis, c.givenUp = nil, true }

// tooSlow reports whether the analysis, at its speed so far, needs more than the given number of moves.
func (c *conversionState) tooSlow(moves int) bool {
	return c.moves >= paceMoves && c.analysis.Progress()*float64(moves) < float64(c.moves)
}

// analyzed works on the backward analysis of the ending on the board. If the analysis is complete, analyzed returns
// the shortest line to a conversion and true. The analysis begins after a search of the ending that found no conversion.
// It uses a part of each move's time until it is complete. It is given up if the ending is too large or the CPU is
// too slow.
func (r *Run) analyzed(g goal) (best rootMove, ok bool) {
	c := &r.searcher.conversion
	if g.value != board.Win || c.ending != g.ending {
		return best, false
	}
	if !r.searcher.use.BackwardAnalysis || !c.unseen || c.givenUp || !r.mayAnalyze() {
		return best, false
	}
	p := r.game.Position()
	if c.analysis == nil {
		if c.analysis = convert.New(r.sources.Databases, p, r.maxPlacements()); c.analysis == nil {
			c.giveUp()
			return best, false
		}
	}
	if !c.analysis.Work(r.game, r.analysisTime()) {
		if c.moves++; c.tooSlow(r.analysisMoves()) {
			c.giveUp()
		}
		return best, false
	}
	line := c.analysis.Line(p)
	if len(line) == 0 {
		c.analysis, c.moves = nil, 0 // the game has repeated positions of the line since: the next move begins a new analysis
		return best, false
	}
	return rootMove{move: line[0], line: line, score: valueScore(p, board.Win, len(line)), value: board.Win}, true
}

// mayAnalyze reports whether the search has a limit on time or nodes, of which an analysis can use a part, and has to
// find one move among all legal ones. A search of an only move is too short to measure the speed of an analysis.
func (r *Run) mayAnalyze() bool {
	limited := r.limits.Nodes > 0 || r.limits.timed()
	return limited && !r.onlyMove && !r.endless() && r.limits.MultiPV <= 1 && len(r.limits.SearchMoves) == 0
}

// maxPlacements returns how many placements an analysis may have to be complete in time if all moves are like this one.
func (r *Run) maxPlacements() int {
	perMove := r.analysisNodes()
	if r.limits.Nodes == 0 {
		perMove = int(min(r.analysisEnd().Microseconds()*placementsAMicrosecond, convert.MaxPlacements))
	}
	return min(perMove*r.analysisMoves(), convert.MaxPlacements)
}

// analysisMoves returns in how many moves an analysis must be complete. Enough plies of the move rule must be left to
// play its line.
func (r *Run) analysisMoves() int {
	if rule := r.game.MoveRule; rule > 0 {
		return min(rule/rulePart, analysisMoves)
	}
	return analysisMoves
}

// analysisNodes returns how many placements the analysis may process in this move. A placement counts as a node.
func (r *Run) analysisNodes() int {
	return int(min(analysisShare*float64(r.limits.Nodes), convert.MaxPlacements))
}

// analysisEnd returns the time, counted from the begin of the run, at which the analysis must pause.
func (r *Run) analysisEnd() time.Duration {
	return time.Duration(analysisShare * float64(min(r.softEnd(plainPart), time.Duration(r.hard.Load()))))
}

// analysisTime returns a function that reports whether the analysis may continue in this move.
func (r *Run) analysisTime() (more func() bool) {
	steps, maximum := 0, r.analysisNodes()
	return func() bool {
		steps += convert.StepsAtOnce
		return !r.stop.Load() && r.elapsed() < r.analysisEnd() && (r.limits.Nodes == 0 || steps <= maximum)
	}
}
