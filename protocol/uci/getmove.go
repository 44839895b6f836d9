package uci

import (
	"strings"

	"github.com/zonda-checkers/zonda/protocol/checkerboard"
)

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
