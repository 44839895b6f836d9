package uci

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/protocol/checkerboard"
	"github.com/zonda-checkers/zonda/search"
)

// playTime is the time of the search for the answer to command play.
const playTime = 2 * time.Second

// ongoing returns an error if the game is over.
func (s *Session) ongoing() error {
	if o, over := s.engine.Outcome(); over {
		return fmt.Errorf("the game is over: %s", o.By)
	}
	return nil
}

// play makes the move of the person at the terminal, thinks, answers and draws the
// board. If the game is over after the person's move, there is no answer.
func (s *Session) play(arguments string) error {
	if arguments == "" {
		return errors.New("a move is missing")
	}
	if err := s.ongoing(); err != nil {
		return err
	}
	game := s.engine.Game()
	m, err := game.Position().ParseMove(arguments)
	if err != nil {
		return err
	}
	if s.person != nil {
		s.person.side = game.Position().Turn
	}
	game.Play(m)
	if err := s.engine.SetGame(game); err != nil {
		return err
	}
	if _, over := s.engine.Outcome(); over {
		s.print("%s", s.picture())
		return nil
	}
	return s.answerMove(game)
}

// answerMove thinks about the game, makes the engine's move and draws the board.
func (s *Session) answerMove(game *board.Game) error {
	p := game.Position()
	return s.search(search.Limits{MoveTime: playTime, QuickOnlyMove: true, MultiPV: 1}, nil,
		func(best search.Info) {
			game.Play(best.Move())
			if err := s.engine.SetGame(game); err != nil {
				s.refuse(fmt.Errorf("play: %w", err))
				return
			}
			if s.person != nil {
				s.print("%s\n%s", reply(p, best), s.picture())
			} else {
				s.print("%s%s\nbestmove %s\n%s", noteLine(best), infoLine(p, best), p.MoveText(best.Move()), s.diagram())
			}
		})
}

// getMove searches the position of "FEN MAXTIME [info N] [moreinfo N]", makes the
// best move and prints the position after the move.
func (s *Session) getMove(arguments string) error {
	request, err := checkerboard.ParseRequest(strings.Fields(arguments))
	if err != nil {
		return err
	}
	s.printMessages()
	err = s.adapter.Begin(request,
		func(status string) { s.print("status %s", status) },
		func(a checkerboard.Answer) {
			s.printMove(a)
			s.prompt()
		})
	s.launched = err == nil
	return err
}

func (s *Session) printMove(a checkerboard.Answer) {
	move := noMove
	if !a.Move.IsNone() {
		move = a.Before.MoveText(a.Move)
	}
	s.print("move %s result %d fen %s", move, a.Claim, a.After.FEN())
}
