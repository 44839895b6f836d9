package bookgrowth

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/crew"
	"github.com/zonda-checkers/zonda/search"
)

// Question is a position to search. Its finding depends on the position, the search and the moves alone.
type Question struct {
	Number   int // of the question among those that are asked at the same time
	Position board.Position
	Search   Search
	Moves    []board.Move // those to search; nil for all
}

// Finding is the result of a search.
type Finding struct {
	Moves []book.Move // the best ones, at least one, the best first; without visits
	Depth int         // in plies
}

// NewCrew returns a crew that searches in this process, up to threads positions at the same time.
func NewCrew(threads int) crew.Crew[Question, Finding] {
	return crew.Goroutines[Question, Finding]{
		Number: threads,
		New:    func() (crew.Worker[Question, Finding], error) { return &Searcher{}, nil },
	}
}

// Searcher searches positions one after the other. The zero value is ready; the caller must call Close.
type Searcher struct {
	engine *engine.Engine // nil before the first search
	hash   int            // of the engine in MiB
}

// Do searches the position of a question.
func (s *Searcher) Do(ctx context.Context, q Question) (f Finding, err error) {
	if err := s.prepare(q.Search); err != nil {
		return f, err
	}
	if f, err = q.find(ctx, s.engine); err != nil {
		return f, fmt.Errorf("%s: %w", q.Position.FEN(), err)
	}
	return f, nil
}

// prepare makes an engine with the settings of a search, unless there is one.
func (s *Searcher) prepare(search Search) (err error) {
	if s.engine != nil && s.hash == search.HashMiB {
		return s.engine.NewGame()
	}
	if err := s.Close(); err != nil {
		return err
	}
	s.hash = search.HashMiB
	s.engine, err = engine.New(engine.Config{Hash: max(1, search.HashMiB)})
	return err
}

// Close ends the engine.
func (s *Searcher) Close() error {
	if s.engine == nil {
		return nil
	}
	e := s.engine
	s.engine = nil
	return e.Close()
}

// find searches the position with an engine whose table is empty.
func (q Question) find(ctx context.Context, e *engine.Engine) (f Finding, err error) {
	nodes := q.Search.Nodes
	if isForced(q.Position) {
		nodes = max(1, nodes/forcedShare)
	}
	limits := search.Limits{Nodes: nodes, MultiPV: q.Search.Moves, SearchMoves: q.Moves}
	found, err := e.Play(ctx, board.NewGame(q.Position), limits)
	if err != nil {
		return f, err
	}
	if ctx.Err() != nil { // the search did not come to its end
		return f, context.Cause(ctx)
	}
	for _, i := range found.All() {
		score := i.Score
		if i.Known == board.Draw {
			score = eval.Draw
		}
		f.Depth = max(f.Depth, int(i.Depth))
		f.Moves = append(f.Moves, book.Move{Move: i.Move(), Score: score, Searched: score, Depth: int(i.Depth)})
	}
	f.Depth = max(f.Depth, 1)
	return f, nil
}
