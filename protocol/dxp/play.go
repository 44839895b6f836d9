package dxp

import (
	"context"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/protocol/pdn"
)

// game is a game that is played.
type game struct {
	*session
	record *Record
	board  *board.Game
	mine   board.Color
	clocks *clocks
	last   bool // this side wants no more games
}

// play plays a game to its end and reports it, also if it broke off. It returns whether a side wants
// no more games.
func (s *session) play(number int, f Fixture, peer string, last bool) (stop bool, err error) {
	if err := s.Thinker.NewGame(); err != nil {
		return true, err
	}
	g := &game{session: s, board: board.NewGame(f.Start), mine: f.Colour, clocks: newClocks(f), last: last}
	g.record = &Record{Number: number, Fixture: f, Began: time.Now()}
	g.record.Names[f.Colour], g.record.Names[f.Colour.Opponent()] = s.Name, peer
	if s.Began != nil {
		s.Began(g.record)
	}
	stop, err = g.toTheEnd()
	if err != nil {
		g.breakOff(s.blame(err))
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
		if g.board.Position().Turn != g.mine {
			end, err = g.hear()
		} else if reason, ending := g.over(); ending != "" {
			return g.declare(reason, ending)
		} else {
			end, err = g.think()
		}
		if err != nil {
			return true, err
		}
		if end != nil {
			return g.agree(*end)
		}
	}
}

// over returns why this side, which is to move, ends the game, and "" if it goes on.
func (g *game) over() (Reason, string) {
	result, ending := g.board.Outcome(g.MoveRule)
	switch {
	case result == board.Loss:
		return Lost, ending.String()
	case result == board.Win:
		return Won, ending.String()
	case result == board.Draw:
		return Drawn, ending.String()
	case g.clocks.over(g.mine.Opponent()):
		return Won, "time forfeit"
	case g.clocks.moves > 0 && g.clocks.made[g.mine] >= g.clocks.moves:
		return g.adjudicate(), "move limit"
	}
	return NoReason, ""
}

// decisive is how many pieces more win a game that the limit of moves ends.
const decisive = 3

// adjudicate says who is ahead.
func (g *game) adjudicate() Reason {
	p := g.board.Position()
	switch ahead := p.Side(g.mine).Count() - p.Side(g.mine.Opponent()).Count(); {
	case ahead >= decisive:
		return Won
	case ahead <= -decisive:
		return Lost
	}
	return Drawn
}

// declare ends the game and waits for the peer's answer. The result stands whatever it is.
func (g *game) declare(reason Reason, ending string) (stop bool, err error) {
	g.record.Result, g.record.Ending = g.result(reason, g.mine), ending
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

// agree answers to the end of the game that the peer has declared. The rules know better than its word.
func (g *game) agree(end GameEnd) (stop bool, err error) {
	g.record.Result, g.record.Ending = g.result(end.Reason, g.mine.Opponent()), "declared by the peer"
	if result, ending := g.board.Outcome(g.MoveRule); ending != board.Ongoing {
		g.record.Result, g.record.Ending = g.result(reasonOf(result), g.board.Position().Turn), ending.String()
	}
	return g.last || end.Stop, g.send(GameEnd{Stop: g.last})
}

// breakOff ends the game without an agreement; what the rules or a declaration have decided stands.
func (g *game) breakOff(why error) {
	if result, ending := g.board.Outcome(g.MoveRule); g.record.Result == pdn.Unfinished && ending != board.Ongoing {
		g.record.Result = g.result(reasonOf(result), g.board.Position().Turn)
		g.record.Ending = ending.String()
	}
	if g.record.Ending != "" {
		g.record.Ending += "; "
	}
	g.record.Ending += why.Error()
}

// result returns what a reason of a side means.
func (g *game) result(reason Reason, side board.Color) pdn.Result {
	switch reason {
	case Won:
		return pdn.Won(side)
	case Lost:
		return pdn.Won(side.Opponent())
	case Drawn:
		return pdn.Drawn
	}
	return pdn.Unfinished
}

func reasonOf(result board.Result) Reason {
	return [...]Reason{board.Unknown: NoReason, board.Loss: Lost, board.Draw: Drawn, board.Win: Won}[result]
}

// hear waits for the peer's move, or for the end of the game.
func (g *game) hear() (*GameEnd, error) {
	began := time.Now()
	peer := g.mine.Opponent()
	m, err := g.next(g.clocks.allowance(peer, g.Patience))
	if err != nil {
		return nil, err
	}
	switch m := m.(type) {
	case GameEnd:
		return &m, nil
	case Move:
		var legal board.MoveList
		g.board.Position().Moves(&legal)
		if !legal.Contains(m.Move) {
			return nil, fmt.Errorf("message %s: the move is illegal in %s", board.Quote(m.String()), g.board.Position().FEN())
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

// thought is the move of a thinker.
type thought struct {
	move board.Move
	err  error
}

// think finds and sends this side's move, unless the peer ends the game meanwhile: some programs do
// not wait for their turn.
func (g *game) think() (*GameEnd, error) {
	ctx, cancel := context.WithCancel(g.ctx)
	defer cancel()
	began := time.Now()
	thoughts := make(chan thought, 1)
	go func() {
		m, err := g.Thinker.Think(ctx, g.board.Clone(), g.clocks.of(g.mine))
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
				<-thoughts // the thinker is one for all games
				return end, err
			}
		}
	}
}

// interrupted deals with what comes while this side thinks.
func (g *game) interrupted(in incoming) (*GameEnd, error) {
	if in.err != nil {
		return nil, in.err
	}
	aside, err := g.aside(in.message)
	if aside || err != nil {
		return nil, err
	}
	if end, ok := in.message.(GameEnd); ok {
		return &end, nil
	}
	return nil, unexpected(in.message, "for a peer that is not to move")
}

// mostSeconds is the longest time that a move can tell.
const mostSeconds = 9999

// reply makes the move that was found and sends it.
func (g *game) reply(t thought, elapsed time.Duration) error {
	if g.ctx.Err() != nil {
		return g.ctx.Err()
	}
	if t.err != nil {
		return t.err
	}
	g.make(t.move, elapsed)
	return g.send(Move{Seconds: min(int(elapsed.Round(time.Second).Seconds()), mostSeconds), Move: t.move})
}
