package bookgrowth

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/pool"
)

// Growth adds positions to a book until it has a given number of them. The book in the end depends on the book in
// the beginning and on the settings, not on the number of threads, nor on interruptions.
type Growth struct {
	Builder   *book.Builder
	Roots     []board.Position // openings; none is finished
	Costs     ExpansionCosts
	Search    Search
	Positions int                          // to have in the end
	Decisions int                          // that the repertoires of both sides of each root have in the end, in place of the positions that cost least; 0 for none
	Deepen    int                          // in the end, positions that were searched to fewer plies are searched again; 0 for none
	Settle    uint64                       // in the end, positions are searched again until their best move settles, up to this number of nodes; 0 for none
	Pool      pool.Pool[Question, Finding] // searches the positions: see NewPool

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
// to add, or until ctx ends or the pool fails. In the last two cases it stores what was found and returns ctx.Err() or the
// error of the pool. Report is called after every batch. If findings were forged, it begins again with the book of the beginning, since
// scores decide which positions come next; the pool knows the findings that are right.
func (g *Growth) Run(ctx context.Context, report func(Progress)) error {
	before := bytes.Buffer{}
	if err := g.Builder.Write(&before); err != nil {
		return err
	}
	for {
		err := g.run(ctx, report)
		if !errors.As(err, new(*pool.Forged[Question])) {
			return err
		}
		b, err := book.Read("the book of the beginning", before.Bytes())
		if err != nil {
			return err
		}
		*g.Builder = *b.Builder()
		if err := g.Save(); err != nil {
			return err
		}
	}
}

// run is Run until a finding was forged.
func (g *Growth) run(ctx context.Context, report func(Progress)) error {
	saved, pause, again := time.Now(), g.Pause, 0
	for ctx.Err() == nil {
		tasks := g.tasks(ctx)
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
func (g *Growth) tasks(ctx context.Context) []task {
	if tasks := g.additions(ctx, min(batchSize, g.Positions-g.Builder.Len())); len(tasks) > 0 {
		return tasks
	}
	if tasks := g.research(g.shallow); len(tasks) > 0 {
		return tasks
	}
	return g.research(g.unsettled)
}

// additions returns at most room positions to add. Positions that were never searched come first: roots, and
// positions from games. Then come the leaves that cost least, or those that the repertoires miss.
func (g *Growth) additions(ctx context.Context, room int) (tasks []task) {
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
	if g.Decisions > 0 {
		return g.missing(ctx, room)
	}
	for _, l := range cheapest(g.Builder, g.Roots, g.Costs, room) {
		if !l.move.IsNone() {
			l.line, l.position = &step{l.position, l.move, l.line}, asBlack(l.position.Play(l.move))
		}
		tasks = append(tasks, task{position: l.position, line: l.line, cost: l.cost})
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

// Search says how positions are searched. Each search runs on one thread, with an empty table and without a game
// before the position, so that its result depends on the position alone.
type Search struct {
	Nodes   uint64 `help:"Nodes of each search (default ${default})." default:"600000" placeholder:"N" min:"1"`
	Moves   int    `help:"Best moves that a search scores (default ${default})." default:"3" placeholder:"N" min:"1" max:"${max_moves}"`
	HashMiB int    `name:"hash" help:"Transposition table of each search in MiB (default ${default})." default:"32" placeholder:"MIB" min:"1" max:"${max_hash}"`
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
// tasks. If ctx ends before all are searched, or if the pool fails, none is merged. It returns the cost of the last task.
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
	err := g.Pool.Do(ctx, pool.Tasks(questions...), func(q Question, f Finding) error {
		findings[q.Number] = f
		return nil
	})
	if ctx.Err() != nil {
		return 0, nil // a batch counts as a whole or not at all, so that the book is the same in the end
	}
	if errors.As(err, new(*pool.Forged[Question])) {
		return 0, err
	}
	if err != nil {
		return 0, errors.Join(err, g.Save()) // the book is that of the batches before
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

// research returns the next batch of positions to search again: those with a choice of moves for which nodes returns
// a number of nodes that is not 0. The positions that cost least come first, then those that no line leads to.
func (g *Growth) research(nodes func(book.Entry) uint64) (tasks []task) {
	seen := map[board.Position]bool{}
	add := func(p board.Position) {
		if seen[p] || len(tasks) == batchSize {
			return
		}
		seen[p] = true
		e, _ := g.Builder.Look(p)
		if n := nodes(e); n > 0 && !isForced(p) {
			tasks = append(tasks, task{position: p, again: true, nodes: n})
		}
	}
	for _, p := range reached(g.Builder, g.Roots, g.Costs) {
		add(p)
	}
	for p := range g.Builder.All() {
		add(p)
	}
	return tasks
}

// shallow returns the nodes for a position whose depth is less than Deepen, 0 for others. A position that had this
// same search, or a longer one, is left alone.
func (g *Growth) shallow(e book.Entry) uint64 {
	same := e.Search == g.Search.describe() && e.Source == ""
	if e.Search.Nodes > g.Search.Nodes || same || e.Depth >= g.Deepen {
		return 0
	}
	return g.Search.Nodes
}

// settleGrowth is the ratio of the nodes of a search that is to settle a position to those of the search before.
const settleGrowth = 2

// unsettled returns the nodes for a position whose best move has not settled, or is not the best move of its own
// search; 0 for others, and for a position whose next search would need more nodes than Settle.
func (g *Growth) unsettled(e book.Entry) uint64 {
	nodes := max(g.Search.Nodes, settleGrowth*e.Search.Nodes)
	if e.Settled && isOwnBest(e, g.Costs.Equal) || e.Search.Nodes == 0 || nodes > g.Settle {
		return 0
	}
	return nodes
}

// isOwnBest reports whether the first move of a position has about the score of the best move that the last iteration
// of the position's own search named. Otherwise the first move is first because of shallower searches behind it, or
// because of an iteration before the last.
func isOwnBest(e book.Entry, equal eval.Score) bool {
	best := book.NoScore
	for _, m := range e.Moves {
		if m.Depth >= e.Depth {
			best = max(best, m.Searched)
		}
	}
	return best != book.NoScore && max(best-e.Moves[0].Searched, e.Moves[0].Searched-best) <= equal
}

// confirms reports whether a longer search, which named the moves named, found the best of the known moves to be about
// as good as the best move.
func confirms(known, named []book.Move, equal eval.Score) bool {
	for _, m := range named {
		if len(known) > 0 && m.Move == known[0].Move {
			return m.Searched >= named[0].Searched-equal
		}
	}
	return false
}
