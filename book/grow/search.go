package grow

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Search says how positions are searched: on one thread, with an empty table, without a game
// before them, so that what is found depends on the position alone.
type Search struct {
	Nodes   uint64            // of each search
	Moves   int               // that it scores, the best ones
	HashMiB int               // table of each thread
	Options map[string]string // of the engine, besides
}

// forcedShare is the part of the nodes that a position with one move gets: the next one on its line, which
// follows soon, tells its score.
const forcedShare = 8

// Note returns the source that positions get.
func (s Search) Note() string {
	return fmt.Sprintf(searchNote+", %d moves, %s %s", s.Nodes, s.Moves, engine.Name, engine.Version)
}

// of returns the search that a task gets.
func (s Search) of(t task) Search {
	if t.nodes > 0 {
		s.Nodes = t.nodes
	}
	return s
}

// searchNote begins the source of what was searched.
const searchNote = "search %d nodes"

// do searches the tasks, several at once, and takes what is found into the draft, in order, or nothing if
// ctx ends first. It returns the cost of the last.
func (g *Growth) do(ctx context.Context, tasks []task) (eval.Score, error) {
	todo, done := make(chan int), make(chan finding)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		defer close(todo)
		for i := range tasks {
			select {
			case todo <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	for i := range tasks {
		if e, ok := g.Draft.Look(tasks[i].position); ok && e.Depth > 0 && !tasks[i].again {
			tasks[i].without = e.Moves
		}
	}
	var workers sync.WaitGroup
	for range max(1, g.Threads) {
		workers.Go(func() { g.Search.work(ctx, tasks, todo, done) })
	}
	go func() {
		workers.Wait()
		close(done)
	}()
	findings := make([]finding, len(tasks))
	var failed error
	for f := range done {
		if f.err != nil && failed == nil {
			failed = f.err
			stop()
		}
		findings[f.task] = f
	}
	if failed != nil || ctx.Err() != nil {
		return 0, failed // a batch is taken whole or not at all, so that the book is the same in the end
	}
	for i, f := range findings {
		if err := g.take(tasks[i], f); err != nil {
			return 0, err
		}
	}
	return tasks[len(tasks)-1].cost, nil
}

// work searches tasks with an engine of its own until there are no more or ctx ends.
func (s Search) work(ctx context.Context, tasks []task, in <-chan int, out chan<- finding) {
	e, err := s.engine()
	if err != nil {
		out <- finding{err: err}
		return
	}
	defer func() { _ = e.Close() }() // it wrote nothing
	for i := range in {
		f, err := s.of(tasks[i]).try(ctx, e, tasks[i])
		if ctx.Err() != nil {
			return // the search may be cut short
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", tasks[i].position.FEN(), err)
		}
		f.task, f.err = i, err
		out <- f
	}
}

// engine returns an engine that searches as s says.
func (s Search) engine() (*engine.Engine, error) {
	e := engine.NewForAnalysis()
	err := errors.Join(e.SetOption("Hash", strconv.Itoa(max(1, s.HashMiB))), e.SetOption("Threads", "1"))
	for name, value := range s.Options {
		err = errors.Join(err, e.SetOption(name, value))
	}
	if err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// try searches one position.
func (s Search) try(ctx context.Context, e *engine.Engine, t task) (finding, error) {
	if err := errors.Join(e.NewGame(), e.SetGame(board.NewGame(t.position))); err != nil {
		return finding{}, err
	}
	nodes := s.Nodes
	if isForced(t.position) {
		nodes = max(1, nodes/forcedShare)
	}
	limits := search.Limits{Nodes: nodes, MultiPV: s.Moves, SearchMoves: t.others()}
	lines := map[int]search.Info{}
	if err := e.Start(limits, func(i search.Info) { lines[i.Rank] = i }, nil); err != nil {
		return finding{}, err
	}
	unlink := context.AfterFunc(ctx, e.Stop)
	e.Wait()
	unlink()
	f := finding{}
	for rank := 1; rank <= len(lines); rank++ {
		i := lines[rank]
		score := i.Score
		if i.Known == board.Draw {
			score = eval.Draw
		}
		f.depth = max(f.depth, int(i.Depth))
		f.moves = append(f.moves, book.Move{Move: i.Move(), Score: score, Searched: score, Depth: int(i.Depth)})
	}
	f.depth = max(f.depth, 1)
	return f, nil
}

// others returns the moves to search: none for all of them.
func (t task) others() (others []board.Move) {
	if len(t.without) == 0 {
		return nil
	}
	known := book.Entry{Moves: t.without}
	var moves board.MoveList
	t.position.Moves(&moves)
	for _, m := range moves.Slice() {
		if known.Find(m) == nil {
			others = append(others, m)
		}
	}
	return others
}
