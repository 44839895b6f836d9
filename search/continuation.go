package search

import (
	"github.com/zonda-checkers/zonda/board"
)

// guideTable is the size in MiB of the table of short searches, which visit few positions.
const guideTable = 1

// defenceNodes is the largest number of positions that a short search visits for a move of the losing side.
const defenceNodes = 512

// Continue returns the line, which begins at p, and the play that follows it if its last position is known to be won or
// lost: perfect play to the end of the game where the distances know it; otherwise play from one conversion (see goal) to
// the next by short searches with the databases, which visit nodes positions at most. All moves keep the value of that
// position. No line is longer than MaxPly plies. Continue does not change what the next search finds. It may be called while
// the run searches and after that, from one goroutine at a time.
func (r *Run) Continue(p board.Position, line []board.Move, nodes uint64) []board.Move {
	for _, m := range line {
		p = p.Play(m)
	}
	for len(line) < MaxPly && !p.Over() {
		var next []board.Move
		if decides(r.sources.Distances, p) {
			next = perfectLine(r.sources.Distances, p, nil, MaxPly)
		}
		if len(next) == 0 {
			next = r.shortSearch(p, &nodes)
		}
		if len(next) == 0 {
			break
		}
		for _, m := range next {
			p = p.Play(m)
		}
		line = append(line, next...)
	}
	return line[:min(len(line), MaxPly)]
}

// shortSearch returns the moves from p to the next conversion if p is won, and the best defence, one move, if p is lost.
// It returns none if no conversion is found, or if nothing is known of p. It takes the positions that it visits from nodes.
func (r *Run) shortSearch(p board.Position, nodes *uint64) []board.Move {
	value := probe(r.sources.Databases, p)
	maximum := *nodes
	switch {
	case value != board.Win && value != board.Loss || maximum == 0:
		return nil
	case value == board.Loss:
		maximum = min(maximum, defenceNodes)
	}
	var found Info
	var run *Run
	game := board.NewGame(p)
	game.MoveRule = 0
	known := Sources{Evaluator: r.sources.Evaluator, Databases: r.sources.Databases}
	run = r.searcher.emptyGuide().NewRun(game, Limits{Nodes: maximum}, known, func(lines []Info) {
		if found = lines[0]; value == board.Win && isSettled(found.Score) {
			run.Stop()
		}
	})
	*nodes -= min(*nodes, max(run.Search().Nodes, 1))
	switch {
	case value == board.Loss:
		return found.PV[:1]
	case isSettled(found.Score):
		return keeping(r.sources.Databases, p, found.PV)
	}
	return nil
}

// emptyGuide returns the Searcher of short searches with an empty table.
func (s *Searcher) emptyGuide() *Searcher {
	if s.guide == nil {
		s.guide = New(guideTable, 1)
	}
	s.guide.Clear()
	return s.guide
}

// keeping returns the moves at the front of a line, which begins at the won position p, that keep the win.
func keeping(d Databases, p board.Position, line []board.Move) []board.Move {
	value := board.Win
	for i, m := range line {
		p, value = p.Play(m), value.Opposite()
		if probe(d, p) != value {
			return line[:i]
		}
	}
	return line
}
