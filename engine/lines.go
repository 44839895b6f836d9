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
	limits   search.Limits
	receive  func(search.Info) // nil if nobody reads the lines
	ends     map[board.Position]lineEnd
	told     []search.Info // the lines of the last iteration, by rank
}

// lineEnd is how a line goes on from a position.
type lineEnd struct {
	moves []board.Move
	nodes uint64 // that were allowed
}

// newLines returns the lines of a search of p, whose run the caller sets. They are passed on to receive, which may be nil.
func newLines(p board.Position, limits search.Limits, receive func(search.Info)) *lines {
	return &lines{position: p, limits: limits, receive: receive, ends: map[board.Position]lineEnd{}}
}

// report takes a line of the search and passes it on.
func (l *lines) report(i search.Info) {
	if l.receive == nil {
		return
	}
	if i.Rank <= 1 {
		l.told = l.told[:0]
	}
	i.PV = l.whole(i, min(i.Nodes/lineShare, mostOfLine))
	l.told = append(l.told, i)
	l.tell(i)
}

// tell passes on a line, of which the receiver gets a copy.
func (l *lines) tell(i search.Info) {
	i.PV = slices.Clone(i.PV)
	l.receive(i)
}

// conclude returns the result of the search with its whole line. If that fails, the line stays as it is.
func (l *lines) conclude(best search.Info) search.Info {
	whole, failure := guarded(func() search.Info { return l.last(best) })
	if failure != nil {
		return best
	}
	return whole
}

// last returns the result with its whole line. If a line has become longer, all lines are passed on again.
func (l *lines) last(best search.Info) search.Info {
	nodes := uint64(mostOfLine)
	if l.limits.MoveTime > 0 || l.limits.Clock != nil {
		nodes = timedLine
	}
	best.PV = l.whole(best, nodes)
	longer := false
	for rank := range l.told {
		i := &l.told[rank]
		before := len(i.PV)
		if rank == 0 {
			*i = best
			i.Note = "" // it was told
		} else {
			i.PV = l.whole(*i, nodes)
		}
		longer = longer || len(i.PV) > before
	}
	for _, i := range l.told {
		if longer {
			l.tell(i)
		}
	}
	return best
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
