// Package repertoire says what one side plays after an opening, by a book and the player's own choices, against all that the opponent
// may try.
//
//	r, err := repertoire.New(ctx, shelf, opening.Game(), board.Black, repertoire.Options{})
//	for _, d := range r.Decisions {
//		fmt.Println(r.Start.LineText(d.Line), "then", d.Position.MoveText(d.Move))
//	}
package repertoire

import (
	"cmp"
	"container/heap"
	"context"
	"slices"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// Book is what a repertoire is made of: book.Shelf is one.
type Book interface {
	Look(p board.Position) (book.Entry, bool)
}

// Options say how large a repertoire is.
type Options struct {
	Most   int                           // decisions; 0 for MaxDecisions
	Chosen map[board.Position]board.Move // the player's own moves, in place of the book's best; an illegal one is none
	Loses  func(board.Position) bool     // whether a position is known to lose for who moves to it; nil for nothing known
	Margin eval.Score                    // how much worse than the best a reply of the opponent may be; 0 for UsualMargin
	AsGood eval.Score                    // how much worse an own move may be that is named beside the best; 0 for UsualAsGood
}

// The usual options. Scores are in hundredths of a man.
const (
	MaxDecisions            = 100
	UsualMargin  eval.Score = 20
	UsualAsGood  eval.Score = 3
)

// A move loses by its score if it has lost or less where another one has held or more, as in the anti-book.
const (
	lost eval.Score = -65
	held eval.Score = -45
)

// Decision is a position in which the player has a choice and has to know the move.
type Decision struct {
	Position board.Position // the player's side is to move
	Line     []board.Move   // the likeliest moves from the start of the repertoire to the position
	Move     board.Move     // the player's choice, or the book's best
	Own      bool           // the player has chosen Move
	AsGood   []board.Move   // other moves that are as good by the book
	Losing   []board.Move   // moves that are known to lose, or that lose a man by the scores of the book
	Chance   float64        // that the opponent's replies lead here, among the replies that the book has
}

// Repertoire is the decisions of a side, the likeliest first.
type Repertoire struct {
	Start     board.Position
	Side      board.Color
	Decisions []Decision
	Ends      []End // where the book ends before the last decision, the likeliest first
	Left      int   // decisions that were left out, because there are as many as the options allow
}

// End is a position that follows from decisions and replies, and of which the book knows nothing, or not all replies.
type End struct {
	Position board.Position
	Chance   float64 // that the opponent's replies lead here; for a reply that the book does not name, that of a rare one
	Named    bool    // the opponent is to move, and the replies that the book names are all within the margin: another one may be, too
}

// New returns the repertoire of a side from the last position of a game on. The error is that of the context.
func New(ctx context.Context, b Book, start *board.Game, side board.Color, o Options) (*Repertoire, error) {
	o = o.filled()
	r := &Repertoire{Start: start.Position(), Side: side}
	open := &places{{position: r.Start, chance: 1}}
	seen := map[board.Position]bool{r.Start: true}
	for open.Len() > 0 {
		yield.Point()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := heap.Pop(open).(place)
		for _, next := range r.from(b, at, o) {
			if !seen[next.position] {
				seen[next.position] = true
				heap.Push(open, next)
			}
		}
	}
	return r, nil
}

// filled returns the options with the usual ones in place of zeros.
func (o Options) filled() Options {
	o.Most, o.Margin, o.AsGood = cmp.Or(o.Most, MaxDecisions), cmp.Or(o.Margin, UsualMargin), cmp.Or(o.AsGood, UsualAsGood)
	return o
}

// from adds the decision of a place, if it is one, and returns the places to which it leads.
func (r *Repertoire) from(b Book, at place, o Options) []place {
	e, known := b.Look(at.position)
	own := at.position.Turn == r.Side
	_, chosen := o.Chosen[at.position]
	var legal board.MoveList
	at.position.Moves(&legal)
	full := len(r.Decisions) == o.Most
	switch {
	case (!known || len(e.Moves) == 0) && !(own && chosen):
		if !full && legal.Len() > 0 {
			r.Ends = append(r.Ends, End{Position: at.position, Chance: at.chance})
		}
		return nil
	case !own:
		next, worse := replies(e, at, o.Margin)
		if !full && !worse && len(e.Moves) < legal.Len() {
			r.Ends = append(r.Ends, End{at.position, at.chance * rare / float64(len(next)), true})
		}
		return next
	case legal.Len() == 1:
		return []place{at.after(legal.At(0), 1)}
	case full:
		r.Left++
		return nil
	}
	d := decision(e, at, o)
	r.Decisions = append(r.Decisions, d)
	return []place{at.after(d.Move, 1)}
}

// decision returns the decision at a place that the book has, or for which the player has chosen a move.
func decision(e book.Entry, at place, o Options) Decision {
	d := Decision{Position: at.position, Line: at.line, Chance: at.chance}
	if m, has := o.Chosen[at.position]; has && at.position.CheckMove(m) == nil {
		d.Move, d.Own = m, true
	} else if len(e.Moves) > 0 {
		d.Move = e.Moves[0].Move
	}
	for _, m := range e.Moves {
		if m.Move != d.Move && m.Score != book.NoScore && e.Score()-m.Score <= o.AsGood {
			d.AsGood = append(d.AsGood, m.Move)
		}
	}
	for m := range at.position.Legal() {
		named := e.Find(m)
		scored := named != nil && named.Score != book.NoScore && named.Score <= lost && e.Score() >= held
		if scored || o.Loses != nil && o.Loses(at.position.Play(m)) {
			d.Losing = append(d.Losing, m)
		}
	}
	return d
}

// rare is how often a reply that is worse by the margin is played, as a share of how often the best is.
const rare = 1.0 / 3

// replies returns the places after the opponent's moves that are not much worse than the best, and whether the book has a worse one.
func replies(e book.Entry, at place, margin eval.Score) (next []place, worse bool) {
	sum := 0.0
	for _, m := range e.Moves {
		if behind := e.Score() - m.Score; m.Score != book.NoScore && behind <= margin || len(e.Moves) == 1 {
			weight := 1 - (1-rare)*float64(max(behind, 0))/float64(margin)
			if m.Score == book.NoScore {
				weight = 1
			}
			sum += weight
			next = append(next, at.after(m.Move, weight))
		}
	}
	for i := range next {
		next[i].chance /= sum
	}
	return next, len(next) < len(e.Moves)
}

// place is a position on the way through a book.
type place struct {
	position board.Position
	line     []board.Move
	chance   float64
}

func (p place) after(m board.Move, chance float64) place {
	return place{p.position.Play(m), append(slices.Clone(p.line), m), p.chance * chance}
}

// places is a heap, the likeliest first; among equals the shortest line, then the order of squares.
type places []place

// Len is a part of heap.Interface.
func (p places) Len() int { return len(p) }

// Less is a part of heap.Interface.
func (p places) Less(i, j int) bool {
	if p[i].chance != p[j].chance {
		return p[i].chance > p[j].chance
	}
	if len(p[i].line) != len(p[j].line) {
		return len(p[i].line) < len(p[j].line)
	}
	return p[i].position.FEN() < p[j].position.FEN()
}

// Swap is a part of heap.Interface.
func (p places) Swap(i, j int) { p[i], p[j] = p[j], p[i] }

// Push is a part of heap.Interface.
func (p *places) Push(x any) { *p = append(*p, x.(place)) }

// Pop is a part of heap.Interface.
func (p *places) Pop() any {
	last := (*p)[len(*p)-1]
	*p = (*p)[:len(*p)-1]
	return last
}

// Departure is where a player left a book.
type Departure struct {
	Ply    int // of the game, 1 for the first move
	Played board.Move
	Want   Decision // without a line and a chance
}

// Left returns the first move of a side, after some plies, that is neither the book's best, nor as good, nor the player's own choice.
// It returns false if there is none as long as the book has the positions.
func Left(b Book, g *board.Game, side board.Color, plies int, o Options) (d Departure, left bool) {
	at := g.Start()
	for i, m := range g.Moves() {
		if e, known := b.Look(at); known && at.Turn == side && i >= plies && len(e.Moves) > 0 {
			if want := decision(e, place{position: at}, o.filled()); m != want.Move && !slices.Contains(want.AsGood, m) {
				return Departure{i + 1, m, want}, true
			}
		}
		at = at.Play(m)
	}
	return d, false
}
