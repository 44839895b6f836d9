package talk

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// AnalyzeRequest asks for the best lines of a position until another search begins.
type AnalyzeRequest struct {
	History
	Search  int `json:"search"`  // a number that its events repeat
	MultiPV int `json:"multiPV"` // lines, 1 to 5
}

// maxLines is the largest number of lines that a page may ask for.
const maxLines = 5

// linesEvent is the name of the events of a search.
const linesEvent = "lines"

// Lines is the state of a search.
type Lines struct {
	Search int    `json:"search"`
	Lines  []Line `json:"lines"` // the best first
	Depth  int    `json:"depth"`
	Nodes  uint64 `json:"nodes"`
	NPS    uint64 `json:"nps"`
	Error  string `json:"error,omitempty"`
}

// Line is one of the best lines.
type Line struct {
	Rank  int      `json:"rank"`
	Score Score    `json:"score"`
	Moves []string `json:"moves"`
	Path  []int    `json:"path"` // of the first move

	Unscored bool `json:"unscored,omitempty"` // the engine tells no score
}

func analyze(ctx context.Context, s *Session, g *board.Game, q AnalyzeRequest) (Nothing, error) {
	if q.MultiPV < 1 || q.MultiPV > maxLines {
		return Nothing{}, fmt.Errorf("%d lines are not between 1 and %d", q.MultiPV, maxLines)
	}
	p := g.Position()
	if p.Over() {
		s.stopSearch()
		s.Emit(linesEvent, Lines{Search: q.Search, Lines: []Line{}})
		return Nothing{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.analysis = func() {
		t := newTicker(q.Search, p, s)
		s.start(ctx, g, search.Limits{Infinite: true, MultiPV: q.MultiPV}, t.hear, func(_ engine.Lines, err error) { t.finish(err) })
	}
	s.analysis()
	return Nothing{}, nil
}

// ticker sends the lines of a search: the first at once, later ones together, not more often than tick.
type ticker struct {
	position board.Position
	send     func(Lines)

	mu      sync.Mutex
	state   Lines
	pending *time.Timer // nil if nothing waits to be sent
	sent    time.Time
}

// tick is the least time between two events of a search.
const tick = 60 * time.Millisecond

func newTicker(number int, p board.Position, s *Session) *ticker {
	return &ticker{
		position: p, state: Lines{Search: number, Lines: []Line{}},
		send: func(l Lines) { s.Emit(linesEvent, l) },
	}
}

// hear takes the lines of an iteration of the search.
func (t *ticker) hear(l engine.Lines) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(l)
	if t.pending != nil {
		return
	}
	if wait := tick - time.Since(t.sent); wait > 0 {
		t.pending = time.AfterFunc(wait, t.flush)
		return
	}
	t.flushLocked()
}

func (t *ticker) flush() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pending != nil {
		t.flushLocked()
	}
}

func (t *ticker) flushLocked() {
	t.pending, t.sent = nil, time.Now()
	t.send(t.state)
}

// finish sends what is left, and the error that has ended the search.
func (t *ticker) finish(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pending != nil {
		t.pending.Stop()
	}
	if err != nil && err != context.Canceled {
		t.state.Error = err.Error()
	}
	t.flushLocked()
}

// add puts the lines of an iteration into the state.
func (t *ticker) add(i engine.Lines) {
	t.state.Lines = []Line{}
	for _, line := range i.All() {
		t.state.Lines = append(t.state.Lines, NewLine(t.position, line))
	}
	t.state.Depth = int(i.Depth)
	t.state.Nodes, t.state.NPS = i.Nodes, i.NodesPerSecond()
}

// NewLine returns a line of a search of p.
func NewLine(p board.Position, i search.Info) Line {
	l := Line{Rank: max(i.Rank, 1), Score: scoreOf(i, p), Moves: textsOf(p, i.PV), Path: []int{}}
	if len(i.PV) > 0 {
		l.Path = paths(p, i.PV[0])[0]
	}
	return l
}

// textsOf returns the texts of a line of moves.
func textsOf(p board.Position, line []board.Move) []string {
	texts := make([]string, 0, len(line))
	for _, m := range line {
		texts = append(texts, p.MoveText(m))
		p = p.Play(m)
	}
	return texts
}

// Threat is what the side that is not to move would do if it were.
type Threat struct {
	Move string `json:"move"`
	Path []int  `json:"path"` // of the move; empty if that side has none
}

// timeForThreat is the time of the search for a threat.
const timeForThreat = 400 * time.Millisecond

// threat searches the position of a game with the other side to move.
func threat(ctx context.Context, s *Session, g *board.Game, _ History) (Threat, error) {
	p := g.Position()
	p.Turn = p.Turn.Opponent()
	if p.Over() {
		return Threat{Path: []int{}}, nil
	}
	best, err := s.Best(ctx, p, search.Limits{MoveTime: timeForThreat, QuickOnlyMove: true})
	if err != nil || len(best.PV) == 0 {
		return Threat{Path: []int{}}, err
	}
	return Threat{p.MoveText(best.PV[0]), paths(p, best.PV[0])[0]}, nil
}
