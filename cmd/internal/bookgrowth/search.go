package bookgrowth

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// Search says how positions are searched. Each search runs on one thread, with an empty table and without a game
// before the position, so that its result depends on the position alone.
type Search struct {
	Nodes   uint64 // limit of each search
	Moves   int    // number of best moves that get an exact score
	HashMiB int    // size of the table of each search
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
	questions := make([]Question, len(tasks))
	for i, t := range tasks {
		questions[i] = Question{Number: i, Position: t.position, Search: g.Search.of(t), Moves: t.others()}
	}
	findings := make([]Finding, len(tasks))
	err := g.Crew.Do(ctx, crew.Pieces(questions...), func(q Question, f Finding) error {
		findings[q.Number] = f
		return nil
	})
	if ctx.Err() != nil {
		return 0, nil // a batch counts as a whole or not at all, so that the book is the same in the end
	}
	if err != nil {
		return 0, err
	}
	for i, f := range findings {
		if err := g.merge(tasks[i], f); err != nil {
			return 0, err
		}
	}
	return tasks[len(tasks)-1].cost, nil
}

// others returns the moves to search; nil for all moves.
func (t task) others() (others []board.Move) {
	if len(t.without) == 0 {
		return nil
	}
	known := book.Entry{Moves: t.without}
	for m := range t.position.Legal() {
		if known.Find(m) == nil {
			others = append(others, m)
		}
	}
	return others
}
