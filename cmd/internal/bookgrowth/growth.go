package bookgrowth

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/crew"
)

// Growth adds positions to a book until it has a given number of them. The book in the end depends on the book in
// the beginning and on the settings, not on the number of threads, nor on interruptions.
type Growth struct {
	Builder   *book.Builder
	Roots     []board.Position // openings; none is finished
	Costs     ExpansionCosts
	Search    Search
	Positions int                          // to have in the end
	Deepen    int                          // in the end, positions that were searched to fewer plies are searched again; 0 for none
	Settle    uint64                       // in the end, positions are searched again until their best move settles, up to this number of nodes; 0 for none
	Crew      crew.Crew[Question, Finding] // searches the positions: see NewCrew

	Save  func() error  // stores the book; called now and then, and in the end
	Pause time.Duration // the least time between two calls of Save
}

// Progress is what Run reports.
type Progress struct {
	Positions int        // in the book
	Again     int        // searches of positions that were searched before
	Cost      eval.Score // of the position added last, in hundredths of a man
}

// batchSize is the number of positions that are searched before the next ones are chosen. It must not depend on the
// number of threads, or the book would.
const batchSize = 64

// Run grows the book until it has its positions and no position is to be searched again, until no position is left
// to add, or until ctx ends. In the last case it stores what was found and returns ctx.Err(). Report is called
// after every batch.
func (g *Growth) Run(ctx context.Context, report func(Progress)) error {
	saved, pause, again := time.Now(), g.Pause, 0
	for ctx.Err() == nil {
		tasks := g.tasks()
		if len(tasks) == 0 {
			break
		}
		cost, err := g.searchBatch(ctx, tasks)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		g.Builder.BackUp()
		if tasks[0].again {
			again += len(tasks)
		}
		report(Progress{g.Builder.Len(), again, cost})
		if time.Since(saved) < pause {
			continue
		}
		began := time.Now()
		if err := g.Save(); err != nil {
			return err
		}
		saved = time.Now()
		pause = max(g.Pause, pausePerSave*saved.Sub(began)) // a large book is not written all the time
	}
	g.Builder.BackUp()
	if err := g.Save(); err != nil {
		return err
	}
	return ctx.Err()
}

// pausePerSave is the least ratio of the time between two calls of Save to the time that a call takes.
const pausePerSave = 20

// tasks returns the next batch of positions to search: those to add, or else those to search again.
func (g *Growth) tasks() []task {
	if tasks := g.additions(min(batchSize, g.Positions-g.Builder.Len())); len(tasks) > 0 {
		return tasks
	}
	if tasks := g.research(g.shallow); len(tasks) > 0 {
		return tasks
	}
	return g.research(g.unsettled)
}

// additions returns at most room positions to add. Positions that were never searched come first: roots, and
// positions from games. Then come the leaves that cost least.
func (g *Growth) additions(room int) (tasks []task) {
	if room <= 0 {
		return nil
	}
	seen := map[board.Position]bool{}
	add := func(p board.Position) {
		if p = asBlack(p); !seen[p] && len(tasks) < room {
			seen[p] = true
			tasks = append(tasks, task{position: p})
		}
	}
	for _, root := range g.Roots {
		if !g.Builder.Has(root) {
			add(root)
		}
	}
	for p, e := range g.Builder.All() {
		if e.Depth == 0 && len(tasks) < batchSize { // from games: the book does not become larger
			tasks = append(tasks, task{position: p})
		}
	}
	if len(tasks) > 0 {
		return tasks
	}
	for _, l := range cheapest(g.Builder, g.Roots, g.Costs, room) {
		tasks = append(tasks, newTask(l))
	}
	return tasks
}

// task is a position to search.
type task struct {
	position board.Position
	again    bool        // the position was searched before, and all its moves are searched again
	nodes    uint64      // limit of the search; 0 for that of Growth.Search
	without  []book.Move // moves of the position that are not searched
	line     *step       // to the position
	cost     eval.Score
}

func newTask(l leaf) task {
	if l.move.IsNone() {
		return task{position: l.position, line: l.line, cost: l.cost}
	}
	last := &step{l.position, l.move, l.line}
	return task{position: asBlack(l.position.Play(l.move)), line: last, cost: l.cost}
}

// merge puts the result of a search into the book and counts the visits of the moves that led to the position.
func (g *Growth) merge(t task, f Finding) error {
	e, _ := g.Builder.Look(t.position)
	switch {
	case t.again:
		found := g.Search.of(t).describe()
		e.Settled = found.Nodes > e.Search.Nodes && confirms(e.Moves, f.Moves, g.Costs.Equal)
		e.Search, e.Source = found, ""
		e.Moves = limitUnnamed(e.Moves, f.Moves)
	case e.Search.Nodes == 0: // a new position, or one from games
		e.Search = g.Search.describe()
	}
	if t.again || e.Depth == 0 {
		e.Depth = f.Depth
	}
	for _, m := range f.Moves {
		if old := e.Find(m.Move); old != nil {
			old.Searched, old.Depth = m.Searched, m.Depth
		} else {
			e.Moves = append(e.Moves, m)
		}
	}
	if err := g.Builder.Put(t.position, e); err != nil {
		return fmt.Errorf("search of %s: %w", t.position.FEN(), err)
	}
	for s := t.line; s != nil; s = s.before {
		g.Builder.Visit(s.position, s.move, 1)
	}
	return nil
}

// limitUnnamed lowers the searched scores of known moves to the worst score of the moves that a later search of all
// moves named: what that search did not name is no better. It returns known.
func limitUnnamed(known, named []book.Move) []book.Move {
	worst := named[0].Searched
	for _, m := range named {
		worst = min(worst, m.Searched)
	}
	for i := range known {
		known[i].Searched = min(known[i].Searched, worst)
	}
	return known
}
