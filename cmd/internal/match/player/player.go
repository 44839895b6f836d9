package player

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
)

// Player is a running engine. Only one goroutine at a time may use a Player, but any goroutine may call
// Close, which makes a waiting call return.
type Player struct {
	conversation *conversation
	dialect      dialect
	broken       error // the first failure; after it the engine is not asked any more
}

// Start starts the engine, sets its options and waits until it is ready. The error is a *Fault if the
// engine failed, ctx.Err() if ctx ended first, and otherwise an error about spec: no such program, no
// such option, or a value that the engine refuses. The player does not use ctx after Start has
// returned. The caller must Close the player.
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
	t := &conversation{process: process, engine: label, patience: cmp.Or(max(setup.Patience, 0), DefaultPatience), setup: setup}
	p := &Player{conversation: t, dialect: uci{t}}
	if spec.Protocol == Hub {
		p.dialect = hub{t}
	}
	if err := p.introduce(ctx, spec, setup); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// introduce reads the engine's name and options, and sets the options that spec and setup ask for.
func (p *Player) introduce(ctx context.Context, spec Spec, setup Setup) error {
	name, declared, err := p.dialect.greet(ctx)
	if err != nil {
		return err
	}
	if name = oneLine(name, longestName); spec.Name == "" && name != "" {
		p.conversation.engine = name
	}
	settings, err := declared.settings(spec, setup)
	if err != nil {
		return fmt.Errorf("engine %s %w", p.Name(), err)
	}
	return p.dialect.set(ctx, settings)
}

// Name returns Spec.Name. If that is empty, Name returns the engine's own name, or the base name of the
// program if the engine gives no name.
func (p *Player) Name() string { return p.conversation.engine }

// NewGame tells the engine that the next position is of a new game, and waits until the engine is
// ready. The errors are those of Think.
func (p *Player) NewGame(ctx context.Context) error {
	if p.broken == nil {
		p.broken = p.dialect.newGame(ctx)
	}
	return p.broken
}

// Broken reports whether the engine has failed. A broken player can only be closed.
func (p *Player) Broken() bool { return p.broken != nil }

// Close asks the engine to quit, and kills its process if that takes too long. It returns when the
// process has ended and its pipes are closed. It may be called more than once.
func (p *Player) Close() { p.conversation.close() }
