package api

import (
	"context"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/book"
	"github.com/zonda-checkers/zonda/book/openings"
)

// Theory is what the opening book and the names of openings say of a position.
type Theory struct {
	Position
	Opening string     `json:"opening,omitempty" doc:"The name of the opening, if the position or one before it has one."`
	Moves   []BookMove `json:"moves" doc:"The moves of the book, the best first; none if the book does not have the position."`
}

// BookMove is a move of the book with its score for the side that makes it.
type BookMove struct {
	Move
	ScoreCP *int   `json:"score_cp,omitempty" doc:"Hundredths of a man, by the best play behind the move in the book, unless the value is proven."`
	Value   *Value `json:"value,omitempty" doc:"The value, if it is proven."`
	Visits  int    `json:"visits" doc:"How often the move was on the way to a new position of the book, or was played in its games."`
}

func (s *Server) book(_ context.Context, q *placeRequest) (*answerOf[Theory], error) {
	g, err := q.Body.game()
	if err != nil {
		return nil, err
	}
	theory, err := theoryOf(g)
	return &answerOf[Theory]{theory}, err
}

func (s *Server) bookFEN(_ context.Context, q *fenRequest) (*cached[Theory], error) {
	g, err := Place{FEN: q.FEN}.game()
	if err != nil {
		return nil, inQuery(err)
	}
	theory, err := theoryOf(g)
	return &cached[Theory]{cacheFor, theory}, err
}

func theoryOf(g *board.Game) (Theory, error) {
	p := g.Position()
	t := Theory{Position: newPosition(p), Opening: openings.NameOf(g), Moves: []BookMove{}}
	b, err := book.BuiltIn()
	if err != nil {
		return t, err
	}
	entry, _ := b.Look(p)
	for _, m := range entry.Moves {
		move := BookMove{Move: newMove(p, m.Move), Visits: int(m.Visits)}
		switch {
		case m.Score == book.NoScore:
		case m.Score.IsWin():
			move.Value = &Value{Result: board.Win.String()}
		case m.Score.IsLoss():
			move.Value = &Value{Result: board.Loss.String()}
		default:
			score := int(m.Score)
			move.ScoreCP = &score
		}
		t.Moves = append(t.Moves, move)
	}
	return t, nil
}
