package engine

import (
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/search"
)

// How many positions may be visited to go on with lines whose value is proven. They do not count as nodes of the search.
const (
	lineShare  = 32      // the lines of an iteration may have this part of the nodes of the search,
	mostOfLine = 1 << 15 // ... and at most this number;
	timedLine  = 1 << 11 // at the end of a search with a limit of time they may have this number more, at any other end mostOfLine
)

// lines goes on with the lines of a search where their value is proven, to where a person sees why.
type lines struct {
	run      *search.Run
	position board.Position
	limits   Limits
	receive  func(Lines) // nil if nobody reads the lines
	ends     map[board.Position]lineEnd
	told     Lines // those of the last iteration
}

// lineEnd is how a line goes on from a position.
type lineEnd struct {
	moves []board.Move
	nodes uint64 // that were allowed
}

// newLines returns the lines of a search of p, whose run the caller sets. They are passed on to receive, which may be nil.
func newLines(p board.Position, limits Limits, receive func(Lines)) *lines {
	return &lines{position: p, limits: limits, receive: receive, ends: map[board.Position]lineEnd{}}
}

// report takes the lines of an iteration and passes them on.
func (l *lines) report(found Lines) {
	l.told = found
	if l.receive != nil {
		l.extend(min(found.Nodes/lineShare, mostOfLine))
		l.receive(l.told.clone())
	}
}

// clone returns a copy that its receiver may change.
func (l Lines) clone() Lines {
	l.PV, l.Others = slices.Clone(l.PV), slices.Clone(l.Others)
	for i := range l.Others {
		l.Others[i].PV = slices.Clone(l.Others[i].PV)
	}
	return l
}

// extend makes the lines whole.
func (l *lines) extend(nodes uint64) {
	l.told.PV = l.whole(l.told.Info, nodes)
	for i := range l.told.Others {
		l.told.Others[i].PV = l.whole(l.told.Others[i], nodes)
	}
}

// conclude returns the result of the search with its whole lines. If that fails, the lines stay as they are.
func (l *lines) conclude(best search.Info) Lines {
	whole, failure := guarded(func() Lines { return l.last(best) })
	if failure != nil {
		return Lines{Info: best, Others: l.told.Others}
	}
	return whole
}

// last returns the result with its whole lines. If a line has become longer, all lines are passed on again.
func (l *lines) last(best search.Info) Lines {
	nodes := uint64(mostOfLine)
	if l.limits.MoveTime > 0 || l.limits.Clock != nil {
		nodes = timedLine
	}
	before := l.told.clone()
	l.told.Info = best
	l.extend(nodes)
	result := l.told.clone()
	longer := len(result.PV) > len(before.PV)
	for i := range before.Others {
		longer = longer || len(result.Others[i].PV) > len(before.Others[i].PV)
	}
	if longer && len(before.PV) > 0 && l.receive != nil {
		l.told.Note = "" // it was told
		l.receive(l.told)
	}
	return result
}

// whole returns the line of a report and what follows it. If the value of the line is not proven, no positions are visited.
func (l *lines) whole(i search.Info, nodes uint64) []board.Move {
	if len(i.PV) == 0 {
		return i.PV
	}
	nodes /= uint64(max(l.limits.MultiPV, 1))
	if !i.Score.IsProven() {
		nodes = 0
	}
	end := l.position
	for _, m := range i.PV {
		end = end.Play(m)
	}
	known, ok := l.ends[end]
	if !ok || nodes > 2*known.nodes {
		known = lineEnd{l.run.Continue(end, nil, nodes), nodes}
		l.ends[end] = known
	}
	most := max(search.MaxPly-len(i.PV), 0)
	return append(i.PV, known.moves[:min(most, len(known.moves))]...)
}
