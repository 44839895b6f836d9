package dxp

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// game is a game in progress.
type game struct {
	*session
	record *Record
	board  *board.Game
	own    board.Color
	clocks *clocks
	last   bool // this side wants no more games
}

// play plays a game to its end and reports the game, also if it broke off. It returns whether a side wants no more
// games.
func (s *session) play(number int, setup GameSetup, peer string, last bool) (stop bool, err error) {
	if err := s.Thinker.NewGame(); err != nil {
		return true, err
	}
	g := &game{session: s, board: board.NewGame(setup.Start), own: setup.Colour, clocks: newClocks(setup), last: last}
	g.board.MoveRule = s.MoveRule
	g.record = &Record{Number: number, Setup: setup, Began: time.Now()}
	g.record.Names[setup.Colour], g.record.Names[setup.Colour.Opponent()] = s.Name, peer
	if s.Began != nil {
		s.Began(g.record)
	}
	stop, err = g.toTheEnd()
	if err != nil {
		g.breakOff(s.cause(err))
	}
	if s.Ended != nil {
		if failed := s.Ended(g.record); err == nil {
			err = failed
		}
	}
	return stop, err
}

// toTheEnd makes the moves of both sides until a side ends the game.
func (g *game) toTheEnd() (stop bool, err error) {
	for {
		var end *GameEnd
		if g.board.Position().Turn != g.own {
			end, err = g.awaitPeer()
		} else if reason, ending := g.over(); ending != "" {
			return g.declare(reason, ending)
		} else {
			end, err = g.think()
		}
		if err != nil {
			return true, err
		}
		if end != nil {
			return g.acknowledge(*end)
		}
	}
}

// over returns the result with which this side, which is to move, ends the game, and the reason in words. The reason is
// "" if the game goes on.
func (g *game) over() (Reason, string) {
	o, over := g.board.Outcome()
	switch {
	case over:
		return [...]Reason{board.Loss: Lost, board.Draw: Drawn, board.Win: Won}[o.Winner.For(g.own)], o.By.String()
	case g.clocks.over(g.own.Opponent()):
		return Won, "time forfeit"
	case g.clocks.moves > 0 && g.clocks.made[g.own] >= g.clocks.moves:
		return g.adjudicate(), "move limit"
	}
	return NoReason, ""
}

// winningLead is the lead in pieces that wins a game when the limit of moves ends it.
const winningLead = 3

// adjudicate returns the result of a game that the limit of moves ends.
func (g *game) adjudicate() Reason {
	p := g.board.Position()
	switch ahead := p.Side(g.own).Count() - p.Side(g.own.Opponent()).Count(); {
	case ahead >= winningLead:
		return Won
	case ahead <= -winningLead:
		return Lost
	}
	return Drawn
}

// declare ends the game and waits for the peer's answer. The answer does not change the result.
func (g *game) declare(reason Reason, ending string) (stop bool, err error) {
	g.record.Result, g.record.Ending = g.result(reason, g.own), ending
	if err := g.send(GameEnd{Reason: reason, Stop: g.last}); err != nil {
		return true, err
	}
	m, err := g.next(g.Patience)
	if err != nil {
		return true, err
	}
	answer, ok := m.(GameEnd)
	if !ok {
		return true, unexpected(m, "an answer to the end of the game")
	}
	return g.last || answer.Stop, nil
}

// acknowledge answers the peer's message that the game has ended. If the game is over on the board, the result
// on the board is recorded instead of the peer's.
func (g *game) acknowledge(end GameEnd) (stop bool, err error) {
	g.record.Result, g.record.Ending = g.result(end.Reason, g.own.Opponent()), "declared by the peer"
	if o, over := g.board.Outcome(); over {
		g.record.Result, g.record.Ending = o.Winner, o.By.String()
	}
	return g.last || end.Stop, g.send(GameEnd{Stop: g.last})
}

// breakOff ends the record of a game that cannot go on. A result on the board or one declared before is kept.
func (g *game) breakOff(why error) {
	if o, over := g.board.Outcome(); g.record.Result == board.Unfinished && over {
		g.record.Result, g.record.Ending = o.Winner, o.By.String()
	}
	if g.record.Ending != "" {
		g.record.Ending += "; "
	}
	g.record.Ending += why.Error()
}

// result returns the result of the game when a side gives a reason in its GameEnd.
func (g *game) result(reason Reason, side board.Color) board.Winner {
	switch reason {
	case Won:
		return board.Won(side)
	case Lost:
		return board.Won(side.Opponent())
	case Drawn:
		return board.Drawn
	}
	return board.Unfinished
}

// awaitPeer waits for the peer's move, or for the message with which the peer ends the game.
func (g *game) awaitPeer() (*GameEnd, error) {
	began := time.Now()
	peer := g.own.Opponent()
	m, err := g.next(g.clocks.allowance(peer, g.Patience))
	if err != nil {
		return nil, err
	}
	switch m := m.(type) {
	case GameEnd:
		return &m, nil
	case Move:
		if err := g.board.Position().CheckMove(m.Move); err != nil {
			return nil, fmt.Errorf("message %s: %w", board.Quote(m.String()), err)
		}
		g.make(m.Move, time.Since(began))
		return nil, nil
	}
	return nil, unexpected(m, "a move")
}

// make makes a move on the board.
func (g *game) make(m board.Move, elapsed time.Duration) {
	g.clocks.spend(g.board.Position().Turn, elapsed)
	g.record.Plies = append(g.record.Plies, Ply{m, elapsed})
	g.board.Play(m)
}

// thought is the move that a thinker found, or its error.
type thought struct {
	move board.Move
	err  error
}

// think finds and sends this side's move. If the peer ends the game while this side thinks, think returns that message:
// some programs do not wait for their turn.
func (g *game) think() (*GameEnd, error) {
	ctx, cancel := context.WithCancel(g.ctx)
	defer cancel()
	began := time.Now()
	thoughts := make(chan thought, 1)
	go func() {
		m, err := g.Thinker.Think(ctx, g.board.Clone(), g.clocks.clock(g.own))
		thoughts <- thought{m, err}
	}()
	for {
		select {
		case t := <-thoughts:
			return nil, g.reply(t, time.Since(began))
		case in := <-g.inbox:
			end, err := g.interrupted(in)
			if end != nil || err != nil {
				cancel()
				<-thoughts // all games share one thinker, so it must be idle before the next game
				return end, err
			}
		}
	}
}

// interrupted handles a message that comes while this side thinks.
func (g *game) interrupted(in incoming) (*GameEnd, error) {
	if in.err != nil {
		return nil, in.err
	}
	answered, err := g.answerAside(in.message)
	if answered || err != nil {
		return nil, err
	}
	if end, ok := in.message.(GameEnd); ok {
		return &end, nil
	}
	return nil, unexpected(in.message, "for a peer that is not to move")
}

// maxSeconds is the largest number of seconds that a Move can hold.
const maxSeconds = 9999

// reply makes the move that was found and sends it.
func (g *game) reply(t thought, elapsed time.Duration) error {
	if g.ctx.Err() != nil {
		return g.ctx.Err()
	}
	if t.err != nil {
		return t.err
	}
	g.make(t.move, elapsed)
	return g.send(Move{Seconds: min(int(elapsed.Round(time.Second).Seconds()), maxSeconds), Move: t.move})
}
