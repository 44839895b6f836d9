package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board/pdn"
	"github.com/zonda-checkers/zonda/engine/judge"
)

// JudgeRequest asks for the judgement of a game.
type JudgeRequest struct {
	PDN   string `json:"pdn" minLength:"1" example:"1. 11-15 23-19 2. 8-11 22-17 *" doc:"One game, as PDN."`
	Nodes uint64 `json:"nodes_a_position,omitempty" minimum:"1" doc:"Positions that are searched for each position of the game; 50000 without it, or the maximum if that is less. A move that seems to be a fault is searched longer."`
	Time  int    `json:"time_ms,omitempty" minimum:"1" doc:"Milliseconds for the whole game, from the time when an engine is free; the maximum without it."`
}

// Judged is a judged game.
type Judged struct {
	judge.Report
	Remarks []string `json:"remarks,omitempty" doc:"What is in doubt in the text, or left out of it, by line: in the words of zonda pdn check."`
	Ended   string   `json:"ended" enum:"done,limit" doc:"Why: all moves are judged, or the time was reached, and moves that lack searches have the mark unjudged."`
}

type judgeRequest struct{ Body JudgeRequest }

// Limits of a game.
const (
	maxPlies     = 500
	nodesOfAGame = 100 // by which the largest search is divided for each of its positions
)

func (s *Server) judge(ctx context.Context, q *judgeRequest) (*answerOf[Judged], error) {
	game, remarks, err := readGame(q.Body.PDN)
	if err != nil {
		return nil, err
	}
	t, err := s.engines.reserve(clientIn(ctx))
	if err != nil {
		return nil, refused(err)
	}
	defer t.end()
	if _, err := t.wait(ctx); err != nil {
		return nil, s.cut(err)
	}
	games := judge.Of(game)
	settings := judge.Settings{
		Nodes: cmp.Or(q.Body.Nodes, min(judge.DefaultNodes, s.nodesOfAPosition())), Threads: 1, HashMiB: s.options.Hash, Concurrency: 1, Rating: judge.DefaultRating, Endings: s.endings,
	}
	limited, cancel := context.WithTimeout(ctx, min(cmp.Or(time.Duration(q.Body.Time)*time.Millisecond, s.options.MaxGameTime), s.options.MaxGameTime))
	defer cancel()
	ended := "done"
	if err := judge.Run(limited, games, settings, func(judge.Finding) error { return nil }); err != nil {
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return nil, s.cut(err)
		}
		ended = "limit"
	}
	return &answerOf[Judged]{Judged{judge.NewReport(games, settings), remarks, ended}}, nil
}

// nodesOfAPosition returns the most nodes that a position of a game may have.
func (s *Server) nodesOfAPosition() uint64 { return max(s.options.MaxNodes/nodesOfAGame, 1) }

// readGame returns the only game of a text, which must have moves, and what is to be said about the text.
func readGame(text string) (game *pdn.Game, remarks []string, err error) {
	const location = "body.pdn"
	var wrongAt error // in the game
	tell := func(r pdn.Remark) { remarks = append(remarks, r.In(location)) }
	for g, err := range pdn.NewReader(strings.NewReader(text)).Told(tell) {
		var broken *pdn.GameError
		switch {
		case err != nil && (!errors.As(err, &broken) || !g.StartKnown()):
			return nil, nil, wrong(location, nil, err)
		case game != nil:
			return nil, nil, wrong(location, nil, errors.New("the text has more than one game: send one game a request"))
		}
		game, wrongAt = g, err
	}
	switch {
	case len(game.Moves) == 0 && wrongAt != nil:
		return nil, nil, wrong(location, nil, wrongAt)
	case game.Foreign() != "":
		return nil, nil, wrong(location, nil, fmt.Errorf("the game is %s, not English draughts", game.Foreign()))
	case len(game.Moves) == 0 || len(game.Moves) > maxPlies:
		return nil, nil, wrong(location, nil, fmt.Errorf("the game has %d moves: only a game of 1 to %d moves can be judged", len(game.Moves), maxPlies))
	}
	return game, remarks, nil
}
