package grow

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// Search says how positions are searched. Each search runs on one thread, with an empty table and without a game
// before the position, so that its result depends on the position alone.
type Search struct {
	Nodes   uint64            // limit of each search
	Moves   int               // number of best moves that get an exact score
	HashMiB int               // size of the table of each search
	Options map[string]string // more options of the engine
}

// forcedShare divides the nodes of the search of a position with only one move. The position behind that move is
// searched soon, and gives the score.
const forcedShare = 8

// describe returns the description that the entries of a book get.
func (s Search) describe() book.Search {
	return book.Search{Nodes: s.Nodes, Moves: s.Moves, Engine: engine.Name + " " + engine.Version}
}

// of returns the search that a task gets.
func (s Search) of(t task) Search {
	if t.nodes > 0 {
		s.Nodes = t.nodes
	}
	return s
}

// searchBatch searches the tasks, several at the same time, and merges the findings into the book in the order of the
// tasks. If ctx ends before all are searched, none is merged. It returns the cost of the last task.
func (g *Growth) searchBatch(ctx context.Context, tasks []task) (eval.Score, error) {
	for i := range tasks {
		if e, ok := g.Builder.Look(tasks[i].position); ok && e.Depth > 0 && !tasks[i].again {
			tasks[i].without = e.Moves
		}
	}
	findings := make([]finding, len(tasks))
	var next atomic.Int64
	group, searching := errgroup.WithContext(ctx)
	for range max(1, g.Threads) {
		group.Go(func() error {
			e, err := g.Search.engine()
			if err != nil {
				return err
			}
			defer func() { _ = e.Close() }() // it wrote nothing
			for i := next.Add(1) - 1; i < int64(len(tasks)) && searching.Err() == nil; i = next.Add(1) - 1 {
				if findings[i], err = g.Search.of(tasks[i]).try(searching, e, tasks[i]); err != nil && searching.Err() == nil {
					return fmt.Errorf("%s: %w", tasks[i].position.FEN(), err)
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil || ctx.Err() != nil {
		return 0, err // a batch counts as a whole or not at all, so that the book is the same in the end
	}
	for i, f := range findings {
		if err := g.merge(tasks[i], f); err != nil {
			return 0, err
		}
	}
	return tasks[len(tasks)-1].cost, nil
}

// engine returns a new engine with the options of s.
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
	if err := e.NewGame(); err != nil {
		return finding{}, err
	}
	nodes := s.Nodes
	if isForced(t.position) {
		nodes = max(1, nodes/forcedShare)
	}
	limits := search.Limits{Nodes: nodes, MultiPV: s.Moves, SearchMoves: t.others()}
	lines := map[int]search.Info{}
	if _, err := e.Search(ctx, board.NewGame(t.position), limits, func(i search.Info) { lines[i.Rank] = i }); err != nil {
		return finding{}, err
	}
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

// others returns the moves to search; nil for all moves.
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
