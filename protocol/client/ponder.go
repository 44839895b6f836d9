package client

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// pondering is a search in the time of the opponent, after the reply that the engine expects.
type pondering struct {
	game   *board.Game // with that reply
	begun  time.Time
	stop   context.CancelFunc
	ended  chan struct{} // closed when nobody reads the engine's lines any more
	info   searchInfo
	answer string
	done   bool  // the engine has answered already
	err    error // why the lines ended; nil if they were only not read to their end
}

// ponder begins a search in the time of the opponent, if the reply of the engine lets it expect a move. The clock of the engine is that
// after its move.
func (p *Player) ponder(ctx context.Context, r Request, reply Reply) error {
	if !p.pondersAlways || reply.Expected.IsNone() {
		return nil
	}
	g := board.NewGame(r.Game.Start())
	g.MoveRule = r.Game.MoveRule
	for _, m := range append(append([]board.Move{}, r.Game.Moves()...), reply.Move, reply.Expected) {
		g.Play(m)
	}
	if _, over := g.Outcome(); over {
		return nil
	}
	turn := g.Position().Turn
	r.Game = g
	r.Clocks[turn] += r.Increments[turn] - reply.Elapsed
	if r.MovesToGo > 1 {
		r.MovesToGo--
	}
	if err := p.protocol.place(ctx, r); err != nil {
		return err
	}
	reading, stop := context.WithCancel(context.Background())
	p.pondering = &pondering{game: g, begun: time.Now(), stop: stop, ended: make(chan struct{})}
	p.connection.send(p.protocol.ponder(r))
	go p.pondering.read(reading, p)
	return nil
}

// read reads what the engine says until ctx ends or the engine answers.
func (d *pondering) read(ctx context.Context, p *Player) {
	defer close(d.ended)
	for !d.done {
		l, err := p.connection.next(ctx, nil)
		if errors.Is(err, context.Canceled) {
			return
		}
		if d.err = err; err != nil {
			return
		}
		d.answer, d.done = p.protocol.readLine(l.text, &d.info)
	}
}

// end ends the reading, and returns what was read.
func (p *Player) endPondering() *pondering {
	d := p.pondering
	p.pondering = nil
	if d != nil {
		d.stop()
		<-d.ended
	}
	return d
}

// abandon ends a search in the time of the opponent that is of no use, and waits for its answer.
func (p *Player) abandon(ctx context.Context) error {
	d := p.endPondering()
	if d == nil || d.done || d.err != nil {
		if d != nil {
			return d.err
		}
		return nil
	}
	p.connection.send("stop")
	return p.connection.await(ctx, "move after stop", func(text string) (bool, error) {
		_, done := p.protocol.readLine(text, &searchInfo{})
		return done, nil
	})
}

// expects reports whether a request is the one that the engine is pondering about.
func (d *pondering) expects(r Request) bool {
	return len(d.game.Moves()) == len(r.Game.Moves()) && d.game.Position() == r.Game.Position()
}

// hit goes on with the search of the opponent's time, since the expected move was played.
func (p *Player) hit(ctx context.Context, start time.Time, allowed func() time.Duration) (string, searchInfo, error) {
	p.connection.send(p.protocol.ponderHit())
	d := p.endPondering()
	switch {
	case d.err != nil:
		return "", searchInfo{}, d.err
	case d.done: // too early, but a move
		d.info.Elapsed = time.Since(start)
		return d.answer, d.info, nil
	}
	return p.answerSince(ctx, d.begun, start, allowed, d.info)
}

// ponder returns the line that starts a search in the time of the opponent.
func (u uci) ponder(r Request) string { return strings.Replace(u.search(r), "go ", "go ponder ", 1) }
func (u uci) ponderHit() string       { return "ponderhit" }

func (h hub) ponder(Request) string { return "go ponder" }
func (h hub) ponderHit() string     { return "ponder-hit" }
