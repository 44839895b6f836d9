package player

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
)

// Player is an engine that runs. It is for one goroutine at a time; only Close may be called
// by others, which ends what they wait for.
type Player struct {
	talk    *talk
	dialect dialect
	broken  error // the first failure: from then on nothing the engine says can be trusted
}

// Start starts the engine, sets its options and waits until it is ready. The error is a
// *Fault if the engine failed, ctx.Err() if ctx ended first, and else about spec: no such
// program, no such option, or a value that the engine refuses. Ctx is not needed afterwards.
// The caller must Close the player.
func Start(ctx context.Context, spec Spec, setup Setup) (*Player, error) {
	program, err := spec.Program()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	label := cmp.Or(spec.Name, filepath.Base(spec.Command[0]))
	transcript := func(direction, text string) {
		if setup.Transcript != nil {
			setup.Transcript(label, direction, text)
		}
	}
	process, err := startProcess(program, spec, transcript)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", label, err)
	}
	t := &talk{process: process, engine: label, patience: cmp.Or(max(setup.Patience, 0), DefaultPatience)}
	p := &Player{talk: t, dialect: uci{t}}
	if spec.Protocol == Hub {
		p.dialect = hub{t}
	}
	if err := p.introduce(ctx, spec, setup); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// introduce learns the engine's name and options and sets those that spec and setup want.
func (p *Player) introduce(ctx context.Context, spec Spec, setup Setup) error {
	name, declared, err := p.dialect.greet(ctx)
	if err != nil {
		return err
	}
	if name = oneLine(name, longestName); spec.Name == "" && name != "" {
		p.talk.engine = name
	}
	settings, err := declared.settings(spec, setup)
	if err != nil {
		return fmt.Errorf("engine %s %w", p.Name(), err)
	}
	return p.dialect.set(ctx, settings)
}

// Name returns Spec.Name or, without one, what the engine calls itself or, if it does not
// say, the base name of its program.
func (p *Player) Name() string { return p.talk.engine }

// NewGame tells the engine that the next position is of a new game and waits until it is
// ready. Errors are those of Think.
func (p *Player) NewGame(ctx context.Context) error {
	if p.broken == nil {
		p.broken = p.dialect.newGame(ctx)
	}
	return p.broken
}

// Broken reports whether the engine has failed: all that is left to do is to Close it.
func (p *Player) Broken() bool { return p.broken != nil }

// Close asks the engine to quit and, if it does not at once, ends it. It returns when nothing
// is left of it. It may be called twice.
func (p *Player) Close() { p.talk.close() }
