package page

import (
	"context"
	"errors"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/search"
)

// ThinkRequest asks the engine for its move. The strength belongs to the game: each game of a page may have another one.
type ThinkRequest struct {
	History
	Level     int `json:"level"`     // option Level for this move, 0 for full strength
	MoveTime  int `json:"moveTime"`  // milliseconds for this move, 0 for a clock
	Remaining int `json:"remaining"` // milliseconds on the engine's clock
	Increment int `json:"increment"` // milliseconds that a move adds
}

// Thought is the engine's move.
type Thought struct {
	Move string `json:"move"`
}

// mostMoveTime is the longest time for a move.
const mostMoveTime = time.Hour

// limits returns the limits of the search, or an error if there are none.
func (q ThinkRequest) limits() (search.Limits, error) {
	moveTime, remaining := milliseconds(q.MoveTime), milliseconds(q.Remaining)
	switch {
	case moveTime < 0 || moveTime > mostMoveTime || remaining < 0 || q.Increment < 0:
		return search.Limits{}, errors.New("the time for a move is not between 0 and 1 hour")
	case moveTime > 0:
		return search.Limits{MoveTime: moveTime, MultiPV: 1, QuickOnlyMove: true}, nil
	case remaining > 0:
		clock := &search.Clock{Remaining: remaining, Increment: milliseconds(q.Increment)}
		return search.Limits{Clock: clock, MultiPV: 1, QuickOnlyMove: true}, nil
	}
	return search.Limits{}, errors.New("the engine has no time for its move")
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func think(ctx context.Context, s *Session, q ThinkRequest) (Thought, error) {
	g, err := q.game()
	if err != nil {
		return Thought{}, err
	}
	limits, err := q.limits()
	if err != nil {
		return Thought{}, err
	}
	p := g.Position()
	if words, _ := outcome(g, s.moveRule()); words != "" {
		return Thought{}, errors.New("the game is over: " + words)
	}
	if err := s.setLevel(q.Level); err != nil {
		return Thought{}, err
	}
	best, err := s.searched(ctx, g, limits)
	if err != nil {
		return Thought{}, err
	}
	return Thought{p.MoveText(best.Move())}, nil
}

// searched searches and waits for the result. The error is ErrStopped if another search has begun meanwhile.
func (s *Session) searched(ctx context.Context, g *board.Game, limits search.Limits) (search.Info, error) {
	var best engine.Lines
	over := make(chan error, 1)
	s.begin(ctx, g, limits, nil, func(found engine.Lines, err error) {
		best = found
		over <- err
	})
	err := <-over
	if errors.Is(err, context.Canceled) {
		err = ErrStopped
	}
	return best.Info, err
}

// Answer says whether the engine accepts a draw.
type Answer struct {
	Accepted bool   `json:"accepted"`
	Text     string `json:"text"` // what the engine says to it
}

// How the engine decides about a draw.
const (
	timeForOffer = 300 * time.Millisecond
	worthPlaying = eval.Man / 10 // the engine plays on with more
	earlyPlies   = 20            // before which it plays on
)

// offer asks whether the engine, which is to move or waits for its opponent's move, accepts a draw. Full strength judges the
// position, whatever the strength of the game is: the slips of a level are no judgement.
func offer(ctx context.Context, s *Session, q OfferRequest) (Answer, error) {
	g, err := q.game()
	if err != nil {
		return Answer{}, err
	}
	if words, _ := outcome(g, s.moveRule()); words != "" {
		return Answer{}, errors.New("the game is over: " + words)
	}
	p := g.Position()
	value := s.engine.Probe(p)
	if value == board.Draw {
		return Answer{true, "Accepted: the databases call it a draw."}, nil
	}
	if value == board.Unknown && len(g.Moves()) < earlyPlies {
		return Answer{false, "Declined: it is too early."}, nil
	}
	best, err := s.searched(ctx, g, search.Limits{MoveTime: timeForOffer, MultiPV: 1, SearchMoves: all(p), Solve: true})
	if err != nil {
		return Answer{}, err
	}
	score := best.Score
	if p.Turn.String() != q.Engine {
		score = -score
	}
	if score > worthPlaying {
		return Answer{false, "Declined: the engine wants to play on."}, nil
	}
	return Answer{true, "Accepted."}, nil
}

// OfferRequest offers the engine a draw.
type OfferRequest struct {
	History
	Engine string `json:"engine"` // its side, Black or White
}

// all returns all moves of p. A search that is told them does not ask the book.
func all(p board.Position) []board.Move {
	var l board.MoveList
	p.Moves(&l)
	return append([]board.Move(nil), l.Slice()...)
}
