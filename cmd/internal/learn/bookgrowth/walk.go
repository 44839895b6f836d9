package bookgrowth

import (
	"container/heap"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
)

// ExpansionCosts decide which positions a book gets, and in which order. All are in hundredths of a man.
type ExpansionCosts struct {
	Margin eval.Score `help:"A move of the other side may be up to CP hundredths of a man worse than the best move (default ${default})." default:"40" placeholder:"CP" min:"0"`
	Equal  eval.Score `help:"A move of the side that plays by the book may be up to CP hundredths of a man worse than the best move (default ${default})." default:"4" placeholder:"CP" min:"0"`
	Ply    eval.Score `help:"Cost of a ply at which there is a choice of moves, in hundredths of a man; the position with the least cost is added next (default ${default})." default:"8" placeholder:"CP" min:"1"`
}

// leaf is a place where the book can grow: a move that leads out of the book, or a position of which further moves
// are to be searched.
type leaf struct {
	position board.Position // in the book, with Black to move
	move     board.Move     // to a position that is not in the book; no move if further moves are to be searched
	cost     eval.Score     // of the line that leads there
	line     *step          // to position; nil at a root
}

// step is a move on the cheapest line to a position, and the step before it.
type step struct {
	position board.Position
	move     board.Move
	before   *step
}

// visit is a position in the queue of a walk.
type visit struct {
	position board.Position
	bookSide side
	cost     eval.Score
	line     *step
	widen    bool // further moves of the position are to be searched
	order    int  // number of the visit: visits that cost the same come in the order in which they were queued
}

// side is a side of a position, relative to the side to move.
type side uint8

const (
	toMove side = iota
	notToMove
)

// queue is a heap of visits; the cheapest comes first.
type queue []visit

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].cost < q[j].cost || q[i].cost == q[j].cost && q[i].order < q[j].order
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(v any)   { *q = append(*q, v.(visit)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// walk finds the cheapest lines through a book (Dijkstra's algorithm). On each line one side plays by the book and
// makes only moves that are about as good as the best; the other side makes any move within the margin. The walk
// follows both kinds of lines: those where Black plays by the book, and those where White does.
type walk struct {
	builder *book.Builder
	costs   ExpansionCosts
	queue   queue
	order   int
	seen    map[place]bool
}

// place is a position and the side that plays by the book there.
type place struct {
	position board.Position
	bookSide side
}

func newWalk(builder *book.Builder, roots []board.Position, costs ExpansionCosts) *walk {
	w := &walk{builder: builder, costs: costs, seen: map[place]bool{}}
	for _, root := range roots {
		for _, bookSide := range []side{toMove, notToMove} {
			w.push(visit{position: asBlack(root), bookSide: bookSide})
		}
	}
	return w
}

// cheapest returns the leaves that cost least, at most limit of them, each once, in the order of their costs.
func cheapest(builder *book.Builder, roots []board.Position, costs ExpansionCosts, limit int) []leaf {
	w := newWalk(builder, roots, costs)
	var leaves []leaf
	taken := map[board.Position]bool{}
	for len(w.queue) > 0 && len(leaves) < limit {
		v := heap.Pop(&w.queue).(visit)
		if found, ok := w.enter(v); ok && !taken[found.key()] {
			taken[found.key()] = true
			leaves = append(leaves, found)
		}
	}
	return leaves
}

// reached returns the positions of a book that the walk comes to, in the order of their costs.
func reached(builder *book.Builder, roots []board.Position, costs ExpansionCosts) (all []board.Position) {
	w := newWalk(builder, roots, costs)
	seen := map[board.Position]bool{}
	for len(w.queue) > 0 {
		v := heap.Pop(&w.queue).(visit)
		w.enter(v)
		if !seen[v.position] && builder.Has(v.position) {
			seen[v.position] = true
			all = append(all, v.position)
		}
	}
	return all
}

// key returns the same position for two leaves only if they lead to one position.
func (l leaf) key() board.Position {
	if l.move.IsNone() {
		return l.position.Mirror() // with White to move: never the key of another leaf
	}
	return asBlack(l.position.Play(l.move))
}

// asBlack returns p or its mirror, whichever has Black to move.
func asBlack(p board.Position) board.Position {
	if p.Turn == board.White {
		return p.Mirror()
	}
	return p
}

func (w *walk) push(v visit) {
	v.order = w.order
	w.order++
	heap.Push(&w.queue, v)
}

// enter handles a visit. It returns a leaf if the position is not in the book, or is to be widened. Otherwise it
// queues the positions behind.
func (w *walk) enter(v visit) (leaf, bool) {
	if v.widen {
		return leaf{position: v.position, cost: v.cost, line: v.line}, true
	}
	at := place{v.position, v.bookSide}
	if w.seen[at] {
		return leaf{}, false
	}
	w.seen[at] = true
	e, ok := w.builder.Look(v.position)
	if !ok {
		if v.line == nil {
			return leaf{}, false // a root that is searched elsewhere
		}
		return leaf{v.line.position, v.line.move, v.cost, v.line.before}, true
	}
	best := e.Score()
	if best == book.NoScore || best > decided || best < -decided {
		return leaf{}, false
	}
	allowed := w.costs.Margin
	if v.bookSide == toMove {
		allowed = w.costs.Equal
	}
	ply := w.costs.Ply
	if isForced(v.position) {
		ply = 0
	}
	for _, m := range e.Moves {
		drop := best - m.Score
		if m.Score == book.NoScore || drop > allowed || !v.position.Irreversible(m.Move) {
			continue
		}
		after := v.position.Play(m.Move)
		if after.HasMove() {
			w.push(visit{
				position: asBlack(after), bookSide: notToMove - v.bookSide, cost: v.cost + ply + drop,
				line: &step{v.position, m.Move, v.line},
			})
		}
	}
	w.widen(v, &e, allowed)
	return leaf{}, false
}

// isForced reports whether p has only one move. Such a position needs no book, and its ply has no price.
func isForced(p board.Position) bool {
	var moves board.MoveList
	p.Moves(&moves)
	return moves.Len() == 1
}

// decided is the score from which on a line is not followed, in hundredths of a man: a side is two men ahead.
const decided eval.Score = 200

// widen queues v once more, as a position of which further moves are to be searched, if some of its moves were never
// searched and may be about as good as those that were: then the worst searched move is within the allowed drop.
func (w *walk) widen(v visit, e *book.Entry, allowed eval.Score) {
	var moves board.MoveList
	v.position.Moves(&moves)
	if len(e.Moves) == moves.Len() {
		return
	}
	worst := e.Moves[0].Searched
	for _, m := range e.Moves {
		worst = min(worst, m.Searched)
	}
	drop := max(e.Score()-worst, 0)
	if worst != book.NoScore && drop <= allowed {
		v.widen, v.cost = true, v.cost+w.costs.Ply+drop
		w.push(v)
	}
}
