package grow

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Growth is a book that grows. What it adds depends on the draft and the terms, not on the number of
// threads, nor on when it was stopped on the way.
type Growth struct {
	Draft     *book.Draft
	Roots     []board.Position // openings; none is finished
	Terms     Terms
	Search    Search
	Positions int    // to have in the end
	Deepen    int    // plies to which positions are searched again in the end, as deep as the search comes; 0 for none
	Settle    uint64 // nodes up to which positions are searched again in the end until their best move stands
	Threads   int    // searches at once

	Save  func() error  // keeps the draft; called now and then, and at the end
	Pause time.Duration // the least time between two calls of Save
}

// Progress is how far a growth has come.
type Progress struct {
	Positions int        // in the draft
	Again     int        // searches of positions that were searched before
	Cost      eval.Score // of the line to the position added last
}

// batch is how many positions are searched between two looks at the whole draft. It must not depend on
// the number of threads, or the book would.
const batch = 64

// Run grows the draft until it has its positions, nothing is left to add, or ctx ends; the error
// is then ctx.Err(), and what was found is saved. Report is called after every batch.
func (g *Growth) Run(ctx context.Context, report func(Progress)) error {
	saved, pause, again := time.Now(), g.Pause, 0
	for ctx.Err() == nil {
		tasks := g.tasks()
		if len(tasks) == 0 {
			break
		}
		cost, err := g.do(ctx, tasks)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			break
		}
		g.Draft.BackUp()
		if tasks[0].again {
			again += len(tasks)
		}
		report(Progress{g.Draft.Len(), again, cost})
		if time.Since(saved) < pause {
			continue
		}
		began := time.Now()
		if err := g.Save(); err != nil {
			return err
		}
		saved = time.Now()
		pause = max(g.Pause, savesWorth*saved.Sub(began)) // a large book is not written all the time
	}
	g.Draft.BackUp()
	if err := g.Save(); err != nil {
		return err
	}
	return ctx.Err()
}

// savesWorth is how much longer than a Save the work between two of them takes.
const savesWorth = 20

// tasks returns what is to be searched next: what is to be added, or in the end what is to be searched again.
func (g *Growth) tasks() []task {
	if tasks := g.additions(min(batch, g.Positions-g.Draft.Len())); len(tasks) > 0 {
		return tasks
	}
	if tasks := g.again(g.shallow); len(tasks) > 0 {
		return tasks
	}
	return g.again(g.unsettled)
}

// additions returns what is to be added where there is room: positions without a search first, then the nearest leaves.
func (g *Growth) additions(room int) (tasks []task) {
	if room <= 0 {
		return nil
	}
	seen := map[board.Position]bool{}
	add := func(p board.Position) {
		if p = upright(p); !seen[p] && len(tasks) < room {
			seen[p] = true
			tasks = append(tasks, task{position: p})
		}
	}
	for _, root := range g.Roots {
		if !g.Draft.Has(root) {
			add(root)
		}
	}
	for p, e := range g.Draft.All() {
		if e.Depth == 0 && len(tasks) < batch { // from games; it is no new position
			tasks = append(tasks, task{position: p})
		}
	}
	if len(tasks) > 0 {
		return tasks
	}
	for _, l := range nearest(g.Draft, g.Roots, g.Terms, room) {
		tasks = append(tasks, newTask(l))
	}
	return tasks
}

// task is a position to search.
type task struct {
	position board.Position
	again    bool        // all its moves
	nodes    uint64      // of the search, 0 for as many as usual
	without  []book.Move // known moves, which are not searched again
	line     *step       // that led there
	cost     eval.Score
}

func newTask(l leaf) task {
	if l.move.IsNone() {
		return task{position: l.position, line: l.line, cost: l.cost}
	}
	last := &step{l.position, l.move, l.line}
	return task{position: upright(l.position.Play(l.move)), line: last, cost: l.cost}
}

// finding is what a search found.
type finding struct {
	task  int // its place in the batch
	moves []book.Move
	depth int
	err   error
}

// take puts a finding into the draft and counts the visits on the line that led there.
func (g *Growth) take(t task, f finding) error {
	e, known := g.Draft.Look(t.position)
	switch {
	case t.again:
		search := g.Search.of(t)
		longer := search.Nodes > nodesOf(e.Source)
		e.Source = search.Note()
		if longer && stands(e.Moves, f.moves, g.Terms.Equal) {
			e.Source += settledMark
		}
		e.Moves = below(e.Moves, f.moves)
	case !known || e.Source == "":
		e.Source = g.Search.Note()
	case nodesOf(e.Source) == 0: // from games
		e.Source = g.Search.Note() + ", " + e.Source
	}
	if t.again || e.Depth == 0 {
		e.Depth = f.depth
	}
	for _, m := range f.moves {
		if old := e.Find(m.Move); old != nil {
			old.Searched, old.Depth = m.Searched, m.Depth
		} else {
			e.Moves = append(e.Moves, m)
		}
	}
	if err := g.Draft.Put(t.position, e); err != nil {
		return fmt.Errorf("search of %s: %w", t.position.FEN(), err)
	}
	for s := t.line; s != nil; s = s.before {
		g.Draft.Visit(s.position, s.move, 1)
	}
	return nil
}

// below returns known moves with the scores that a deeper search of all moves leaves them: it found others, the
// best, and those that it did not name are no better.
func below(known, best []book.Move) []book.Move {
	worst := best[0].Searched
	for _, m := range best {
		worst = min(worst, m.Searched)
	}
	for i := range known {
		known[i].Searched = min(known[i].Searched, worst)
	}
	return known
}
