package dxp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
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
		g.breakOff(err)
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
	if g.ctx.Err() != nil {
		why = errors.New("interrupted")
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

// foundMove is the move that a thinker found, or its error.
type foundMove struct {
	move board.Move
	err  error
}

// think finds and sends this side's move. If the peer ends the game while this side thinks, think returns that message:
// some programs do not wait for their turn.
func (g *game) think() (*GameEnd, error) {
	ctx, cancel := context.WithCancel(g.ctx)
	defer cancel()
	began := time.Now()
	found := make(chan foundMove, 1)
	go func() {
		m, err := g.Thinker.Think(ctx, g.board.Clone(), g.clocks.clock(g.own))
		found <- foundMove{m, err}
	}()
	for {
		select {
		case t := <-found:
			return nil, g.reply(t, time.Since(began))
		case in := <-g.inbox:
			end, err := g.interrupted(in)
			if end != nil || err != nil {
				cancel()
				<-found // all games share one thinker, so it must be idle before the next game
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
func (g *game) reply(t foundMove, elapsed time.Duration) error {
	if g.ctx.Err() != nil {
		return g.ctx.Err()
	}
	if t.err != nil {
		return t.err
	}
	g.make(t.move, elapsed)
	return g.send(Move{Seconds: min(int(elapsed.Round(time.Second).Seconds()), maxSeconds), Move: t.move})
}

// clocks holds the clocks of both sides, by colour. This program measures the time of both sides.
type clocks struct {
	limited   bool
	moves     int              // number of moves of each side for the time, 0 for all moves
	remaining [2]time.Duration // may be below 0
	made      [2]int           // number of moves made
}

func newClocks(setup GameSetup) *clocks {
	all := time.Duration(setup.Minutes) * time.Minute
	return &clocks{limited: setup.Minutes > 0, moves: setup.Moves, remaining: [2]time.Duration{all, all}}
}

// spend counts a move of a side and subtracts its time from the clock.
func (c *clocks) spend(side board.Color, elapsed time.Duration) {
	c.made[side]++
	if c.limited {
		c.remaining[side] -= elapsed
	}
}

// clock returns the clock of a side for a search, nil if the game has no clocks.
func (c *clocks) clock(side board.Color) *search.Clock {
	if !c.limited {
		return nil
	}
	clock := &search.Clock{Remaining: c.remaining[side]}
	if c.moves > 0 {
		clock.MovesToGo = max(1, c.moves-c.made[side])
	}
	return clock
}

// allowance returns how long a side may be silent: the time on its clock, plus patience.
func (c *clocks) allowance(side board.Color, patience time.Duration) time.Duration {
	return max(0, c.remaining[side]) + patience
}

// margin is the time by which the peer's clock may be below 0 before the peer loses. It is above 0 because messages
// take time, and because a move message gives its time in whole seconds.
const margin = 5 * time.Second

// over reports whether a side has used more than its time and the margin.
func (c *clocks) over(side board.Color) bool { return c.limited && c.remaining[side] < -margin }

// Thinker finds the moves of one side.
type Thinker interface {
	// NewGame prepares for a new game.
	NewGame() error

	// Think returns a legal move of the last position of the game, which has one. Clock is the time
	// that the side to move has left, nil if there is no clock. When ctx ends, Think returns soon, with a move or an error.
	Think(ctx context.Context, game *board.Game, clock *search.Clock) (board.Move, error)
}

// EngineThinker is a Thinker that searches with an engine.
type EngineThinker struct {
	engine *engine.Engine
	limits search.Limits
}

// NewEngineThinker returns a Thinker that searches with e. The caller closes e. Each search ends at the limits
// or by the clock, whichever is first.
func NewEngineThinker(e *engine.Engine, limits search.Limits) *EngineThinker {
	return &EngineThinker{e, limits}
}

// defaultMoveTime is the time of a search that has no clock and no limits.
const defaultMoveTime = time.Second

// NewGame makes the engine forget the last game.
func (t *EngineThinker) NewGame() error { return t.engine.NewGame() }

// Think searches the position.
func (t *EngineThinker) Think(ctx context.Context, game *board.Game, clock *search.Clock) (board.Move, error) {
	limits := t.limits
	if clock == nil && limits.MoveTime == 0 && limits.Depth == 0 && limits.Nodes == 0 {
		limits.MoveTime = defaultMoveTime
	}
	limits.Clock, limits.QuickOnlyMove = clock, true
	best, err := t.engine.Play(ctx, game, limits)
	return best.Move(), err
}
