package api

import (
	"context"
	"fmt"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/egdb"
)

// Probed is what the databases know of a position.
type Probed struct {
	Position
	Value
	Outcome string      `json:"outcome,omitempty" doc:"How the game has ended, if it is over."`
	Moves   []MoveValue `json:"moves" doc:"All legal moves, the best first; none if the game is over."`
}

// MoveValue is a move with its value for the side that makes it.
type MoveValue struct {
	Move
	Value
}

type placeRequest struct{ Body Place }

func (s *Server) probe(_ context.Context, q *placeRequest) (*answerOf[Probed], error) {
	g, err := q.Body.game()
	if err != nil {
		return nil, err
	}
	return &answerOf[Probed]{Probe(s.endings, g)}, nil
}

// Probe asks databases about the last position of a game.
func Probe(db *egdb.DB, g *board.Game) Probed {
	p := g.Position()
	value, plies := db.Distance(p)
	if value == board.Unknown {
		value, plies = db.Probe(p), egdb.Undistanced
	}
	answer := Probed{Position: newPosition(p), Value: newValue(egdb.Distance{Value: value, Plies: plies}), Moves: []MoveValue{}}
	if low, high := db.Bounds(p); value == board.Unknown && (low != board.Loss || high != board.Win) {
		answer.Bounds = []string{low.String(), high.String()}
	}
	if outcome, over := g.Outcome(); over {
		answer.Outcome = outcome.String()
	}
	for m, d := range db.Moves(p) {
		answer.Moves = append(answer.Moves, MoveValue{newMove(p, m), newValue(d)})
	}
	return answer
}

// ProbesRequest asks for the values of many positions.
type ProbesRequest struct {
	Positions []Place `json:"positions" minItems:"1" maxItems:"256" doc:"The positions."`
}

// Probes are the answers to a ProbesRequest.
type Probes struct {
	Positions []Probed `json:"positions" doc:"What the databases know, in the order of the request."`
}

type probesRequest struct{ Body ProbesRequest }

func (s *Server) probes(_ context.Context, q *probesRequest) (*answerOf[Probes], error) {
	answer := Probes{}
	for i, place := range q.Body.Positions {
		g, err := place.gameAt(fmt.Sprintf("body.positions[%d]", i))
		if err != nil {
			return nil, err
		}
		answer.Positions = append(answer.Positions, Probe(s.endings, g))
	}
	return &answerOf[Probes]{answer}, nil
}

type fenRequest struct {
	FEN string `query:"fen" required:"true" minLength:"1" maxLength:"400" example:"B:WK29:BK1,K2" doc:"The position, as PDN writes it."`
}

// cached is an answer that depends on the request alone.
type cached[T any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         T
}

const cacheFor = "max-age=86400"

func (s *Server) probeFEN(_ context.Context, q *fenRequest) (*cached[Probed], error) {
	g, err := Place{FEN: q.FEN}.game()
	if err != nil {
		return nil, inQuery(err)
	}
	return &cached[Probed]{cacheFor, Probe(s.endings, g)}, nil
}
