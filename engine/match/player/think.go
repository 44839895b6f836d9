package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
)

// stopPatience is how long an engine may take to move once it was told to stop. It has lost
// by then; its answer only tells how late it is.
const stopPatience = 500 * time.Millisecond

// Think asks the engine for a move. The error is a *Fault if the engine failed, ctx.Err() if
// ctx ended first, and from then on always the same, because an answer may still be under
// way. An error about r itself changes nothing.
func (p *Player) Think(ctx context.Context, r Request) (Reply, error) {
	if p.broken != nil {
		return Reply{}, p.broken
	}
	if err := r.validate(); err != nil {
		return Reply{}, err
	}
	reply, err := p.think(ctx, r)
	p.broken = err
	return reply, err
}

func (r Request) validate() error {
	if r.Limits.IsZero() {
		return errors.New("no limit to the thinking")
	}
	if p := r.Game.Position(); p.Finished() || !p.HasMove() {
		return fmt.Errorf("no move to make in %s", p)
	}
	return r.Limits.Validate()
}

func (p *Player) think(ctx context.Context, r Request) (Reply, error) {
	if err := p.dialect.place(ctx, r); err != nil {
		return Reply{}, err
	}
	start := time.Now()
	p.talk.send(p.dialect.search(r))
	answer, thought, err := p.answer(ctx, start, cmp.Or(max(r.Deadline, 0), p.talk.patience))
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		fault.Elapsed = time.Since(start)
	}
	if err != nil {
		return Reply{}, err
	}
	thought.Move, err = p.dialect.find(r.Game.Position(), answer)
	if err != nil {
		return Reply{}, err
	}
	thought.Expected = p.expected(r.Game.Position(), thought)
	return thought.Reply, nil
}

// expected returns the reply that the engine's principal variation names to its move, or no
// move.
func (p *Player) expected(at board.Position, t thought) board.Move {
	if len(t.principal) < 2 {
		return board.Move{}
	}
	if first, err := p.dialect.find(at, t.principal[0]); err != nil || first != t.Move {
		return board.Move{}
	}
	reply, err := p.dialect.find(at.Play(t.Move), t.principal[1])
	if err != nil {
		return board.Move{} // not an engine's fault: no game depends on it
	}
	return reply
}

// answer returns the text of the move that the engine answers to a search begun at start, and
// what it told before. When the time allowed is over it tells the engine to stop.
func (p *Player) answer(ctx context.Context, start time.Time, allowed time.Duration) (string, thought, error) {
	var t thought
	timer := time.NewTimer(time.Until(start.Add(allowed)))
	defer timer.Stop()
	stopped := false
	for {
		l, err := p.talk.next(ctx, timer.C)
		switch {
		case err == errLate && !stopped:
			stopped = true
			p.talk.send("stop")
			timer.Reset(stopPatience)
			continue
		case err == errLate:
			return "", t, p.talk.fault(Timeout, "no move within %v, nor %v after stop%s", allowed.Round(time.Millisecond), stopPatience, t.grumble())
		case err != nil:
			return "", t, err
		case l.at.Before(start):
			continue // said to nobody's question
		}
		answer, done := p.dialect.hear(l.text, &t)
		if !done {
			continue
		}
		t.Elapsed = l.at.Sub(start)
		if late := t.Elapsed - allowed; late > 0 {
			late = max(late.Round(time.Millisecond), time.Millisecond)
			return "", t, p.talk.fault(Timeout, "moved %v after the %v allowed%s", late, allowed.Round(time.Millisecond), t.grumble())
		}
		return answer, t, nil
	}
}

// grumble returns the engine's last complaint as the end of a sentence.
func (t thought) grumble() string {
	if t.complaint == "" {
		return ""
	}
	return "; it said: " + t.complaint
}
