package grow

import (
	"container/heap"

	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/eval"
)

// Terms say which positions belong into a book. Scores are in hundredths of a man.
type Terms struct {
	Margin eval.Score // moves that drop more below the best of their position are left alone
	Equal  eval.Score // a side that plays by the book drops no more than this
	Ply    eval.Score // what a ply costs at which there is a choice: so much drop is as far away as a ply more
}

// DefaultTerms go four plies deep before they look at a move that costs a third of a man.
func DefaultTerms() Terms { return Terms{Margin: 40, Equal: 4, Ply: 8} }

// leaf is a move of a position in the draft, the last known on its line: the book grows there.
type leaf struct {
	position board.Position // with Black to move
	move     board.Move     // to a position that is not in the draft; no move if other moves are to be searched
	cost     eval.Score     // of the line that leads there
	line     *step          // to position, nil at a root
}

// step is a move on a line of least cost, and the one before it.
type step struct {
	position board.Position
	move     board.Move
	before   *step
}

// visit is a position on the way, in a queue of the nearest first.
type visit struct {
	position board.Position
	keeps    int // which side plays by the book alone: the one to move there (0), or the other (1)
	cost     eval.Score
	line     *step
	widen    bool // other moves of the position are to be searched
	order    int  // of entering the queue: what costs the same comes in this order
}

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

// walk finds lines of least cost through a draft (Dijkstra's algorithm). Either side in turn is the one
// that plays by the book: it makes only moves that are as good as the best, the other any within the
// margin.
type walk struct {
	draft *book.Draft
	terms Terms
	queue queue
	order int
	seen  map[place]bool
}

// place is a position and the side that plays by the book there.
type place struct {
	position board.Position
	keeps    int
}

func newWalk(draft *book.Draft, roots []board.Position, terms Terms) *walk {
	w := &walk{draft: draft, terms: terms, seen: map[place]bool{}}
	for _, root := range roots {
		for keeps := range 2 {
			w.push(visit{position: upright(root), keeps: keeps})
		}
	}
	return w
}

// nearest returns leaves that cost least, at most so many, each once, the nearest first.
func nearest(draft *book.Draft, roots []board.Position, terms Terms, most int) []leaf {
	w := newWalk(draft, roots, terms)
	var leaves []leaf
	taken := map[board.Position]bool{}
	for len(w.queue) > 0 && len(leaves) < most {
		v := heap.Pop(&w.queue).(visit)
		if found, ok := w.enter(v); ok && !taken[found.key()] {
			taken[found.key()] = true
			leaves = append(leaves, found)
		}
	}
	return leaves
}

// reached returns the positions of a draft that the walk comes to, the nearest first.
func reached(draft *book.Draft, roots []board.Position, terms Terms) (all []board.Position) {
	w := newWalk(draft, roots, terms)
	seen := map[board.Position]bool{}
	for len(w.queue) > 0 {
		v := heap.Pop(&w.queue).(visit)
		w.enter(v)
		if !seen[v.position] && draft.Has(v.position) {
			seen[v.position] = true
			all = append(all, v.position)
		}
	}
	return all
}

// key tells leaves apart: those that lead to one position are one.
func (l leaf) key() board.Position {
	if l.move.IsNone() {
		return l.position.Mirror() // with White to move: never the key of another leaf
	}
	return upright(l.position.Play(l.move))
}

// upright returns p or its mirror, whichever has Black to move.
func upright(p board.Position) board.Position {
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

// enter looks at a position of the queue. One that is not in the draft is a leaf; behind others the
// walk goes on.
func (w *walk) enter(v visit) (leaf, bool) {
	if v.widen {
		return leaf{position: v.position, cost: v.cost, line: v.line}, true
	}
	at := place{v.position, v.keeps}
	if w.seen[at] {
		return leaf{}, false
	}
	w.seen[at] = true
	e, ok := w.draft.Look(v.position)
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
	allowed := w.terms.Margin
	if v.keeps == 0 {
		allowed = w.terms.Equal
	}
	ply := w.terms.Ply
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
				position: upright(after), keeps: 1 - v.keeps, cost: v.cost + ply + drop,
				line: &step{v.position, m.Move, v.line},
			})
		}
	}
	w.widen(v, &e, allowed)
	return leaf{}, false
}

// isForced reports whether p has one move alone: nobody needs a book there, and the line goes on at once.
func isForced(p board.Position) bool {
	var moves board.MoveList
	p.Moves(&moves)
	return moves.Len() == 1
}

// decided is how much a side is ahead, in hundredths of a man, where a book is of no use any more.
const decided eval.Score = 200

// widen puts v into the queue once more if moves of it that were never searched may be as good as those that
// were: the worst of these is within the margin.
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
		v.widen, v.cost = true, v.cost+w.terms.Ply+drop
		w.push(v)
	}
}
