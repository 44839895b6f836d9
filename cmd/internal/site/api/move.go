package api

import (
	"context"
	"errors"

	"github.com/zonda-checkers/zonda/engine"
)

// MoveRequest asks for a move.
type MoveRequest struct {
	Place
	Limits
	Choice
	Level int `json:"level,omitempty" minimum:"1" maximum:"10" doc:"The strength, 1 for a beginner; full strength without it."`
}

// Played is the engine's move.
type Played struct {
	Position Position `json:"position" doc:"The position of the request."`
	Move     Move     `json:"move"`
	Line     Line     `json:"line" doc:"What the search found."`
	Outcome  string   `json:"outcome,omitempty" doc:"How the game has ended with the move, if it has."`
}

type moveRequest struct{ Body MoveRequest }

func (s *Server) move(ctx context.Context, q *moveRequest) (*answerOf[Played], error) {
	g, err := q.Body.unfinished()
	if err != nil {
		return nil, err
	}
	limits := s.limits(q.Body.Limits)
	if limits.SearchMoves, err = q.Body.moves(g.Position()); err != nil {
		return nil, err
	}
	if q.Body.Level > 0 && limits.SearchMoves != nil {
		return nil, wrong("body.searchmoves", nil, errors.New("a level chooses among all moves: leave out searchmoves or level"))
	}
	t, err := s.engines.reserve(clientIn(ctx))
	if err != nil {
		return nil, refused(err)
	}
	defer t.end()
	e, err := t.wait(ctx)
	if err != nil {
		return nil, s.cut(err)
	}
	if err := errors.Join(e.Configure(s.config(q.Body.Level)), e.NewGame()); err != nil {
		return nil, err
	}
	best, err := e.Play(ctx, g, limits)
	s.metrics.nodes.Add(float64(best.Nodes))
	if err != nil {
		return nil, s.cut(err)
	}
	p := g.Position()
	played := Played{Position: newPosition(p), Move: newMove(p, best.Move()), Line: newLine(p, best.Info)}
	g.Play(best.Move())
	if outcome, over := g.Outcome(); over {
		played.Outcome = outcome.String()
	}
	return &answerOf[Played]{played}, nil
}

// cut returns the error for a search that did not come to its end.
func (s *Server) cut(err error) error {
	if s.ending.Err() != nil || errors.Is(err, engine.ErrClosed) {
		return refused(errShutdown)
	}
	return err
}
