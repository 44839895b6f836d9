package explain

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/internal/yield"
)

// prober asks the databases, each question once, as long as it may.
type prober struct {
	ctx   context.Context
	db    Distances
	known map[board.Position]board.Result

	left    int  // questions that may still be asked
	stopped bool // a question was not answered: what depends on it must not be told
}

// Limits of the questions for a part of the explanation.
const (
	noLimit      = 1 << 30
	betweenLooks = 64 // questions between two looks at the context
)

func newProber(ctx context.Context, db Distances) *prober {
	return &prober{ctx: ctx, db: db, known: map[board.Position]board.Result{}}
}

// allow begins a part of the explanation with a number of questions.
func (b *prober) allow(questions int) { b.left, b.stopped = questions, false }

// probe returns the value of p for its side to move. After the last question that is allowed it is Unknown.
func (b *prober) probe(p board.Position) board.Result {
	if p.Over() {
		return board.Loss
	}
	if value, ok := b.known[p]; ok {
		return value
	}
	if b.left--; b.left < 0 || b.left < noLimit/2 && b.left%betweenLooks == 0 && b.ctx.Err() != nil {
		b.stopped = true
		return board.Unknown
	}
	value := b.db.Probe(p)
	if value == board.Unknown {
		b.stopped = true
		return value
	}
	b.known[p] = value
	return value
}

// distance returns the value of p for its side to move, and the plies to the end of the game, 0 if they are not known.
func (b *prober) distance(p board.Position) (value board.Result, plies int) {
	switch {
	case p.Finished() && p.HasMove():
		return board.Win, 0
	case p.Over():
		return board.Loss, 0
	}
	if value, plies = b.db.Distance(p); value != board.Unknown {
		b.known[p] = value
		return value, plies
	}
	return b.probe(p), 0
}

// keeping returns the moves of p that keep a value for its side to move.
func (b *prober) keeping(p board.Position, value board.Result) (moves []board.Move) {
	yield.Point()
	for m := range p.Legal() {
		if b.probe(p.Play(m)).Opposite() == value {
			moves = append(moves, m)
		}
	}
	return moves
}

// legal returns the number of moves of p.
func legal(p board.Position) int {
	var l board.MoveList
	p.Moves(&l)
	return l.Len()
}
