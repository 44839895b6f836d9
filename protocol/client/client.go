package client

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/zonda-checkers/zonda/board"
)

// Player is a running engine. Only one goroutine at a time may use a Player, but any goroutine may call
// Stop, and Close, which makes a waiting call return.
type Player struct {
	connection    *connection
	protocol      protocol
	pov           [2]bool    // by board.Color: the engine tells scores for this side
	pondersAlways bool       // as Spec.Ponder
	pondering     *pondering // nil for none
	broken        error      // the first failure; after it the engine is not asked any more
	thinks        atomic.Bool
}

// Start starts the engine, sets its options and waits until it is ready. The error is a *Fault if the
// engine failed, ctx.Err() if ctx ended first, and otherwise an error about spec: no such program, no
// such option, or a value that the engine refuses. The player does not use ctx after Start has
// returned. The caller must Close the player.
func Start(ctx context.Context, spec Spec, setup Setup) (*Player, error) {
	cmd, err := spec.Cmd(ctx)
	if err != nil {
		return nil, err
	}
	label := cmp.Or(spec.Name, filepath.Base(spec.Command[0]))
	transcript := func(direction, text string) {
		if setup.Transcript != nil {
			setup.Transcript(label, direction, text)
		}
	}
	process, err := startProcess(cmd, spec, transcript)
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", label, err)
	}
	t := &connection{process: process, engine: label, patience: cmp.Or(max(setup.Patience, 0), defaultPatience), setup: setup}
	p := &Player{connection: t, protocol: uci{t}}
	if spec.Protocol == Hub {
		p.protocol = hub{t}
	}
	p.pov, p.pondersAlways = [2]bool{board.White: spec.WhitePOV, board.Black: spec.BlackPOV}, spec.Ponder
	if len(spec.Init) > 0 {
		t.send(spec.Init...)
	}
	if err := p.introduce(ctx, spec, setup); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// introduce reads the engine's name and options, and sets the options that spec and setup ask for.
func (p *Player) introduce(ctx context.Context, spec Spec, setup Setup) error {
	name, declared, err := p.protocol.greet(ctx)
	if err != nil {
		return err
	}
	if name = oneLine(name, maxName); spec.Name == "" && name != "" {
		p.connection.engine = name
	}
	settings, err := declared.settings(spec, setup)
	if err != nil {
		return fmt.Errorf("engine %s %w", p.Name(), err)
	}
	return p.protocol.set(ctx, settings)
}

// Name returns Spec.Name. If that is empty, Name returns the engine's own name, or the base name of the
// program if the engine gives no name.
func (p *Player) Name() string { return p.connection.engine }

// NewGame tells the engine that the next position is of a new game, and waits until the engine is
// ready. The errors are those of Think.
func (p *Player) NewGame(ctx context.Context) error {
	if p.broken == nil {
		p.broken = p.abandon(ctx)
	}
	if p.broken == nil {
		p.broken = p.protocol.newGame(ctx)
	}
	return p.broken
}

// Broken reports whether the engine has failed. A broken player can only be closed.
func (p *Player) Broken() bool { return p.broken != nil }

// Close asks the engine to quit, and kills its process if that takes too long. It returns when the
// process has ended and its pipes are closed. It may be called more than once.
func (p *Player) Close() { p.connection.close() }

// defaultPatience is how long an engine may take if neither a Setup nor a clock sets a time.
const defaultPatience = 10 * time.Second

// Setup holds the settings of a match that are the same for every player.
type Setup struct {
	// MoveRule is in plies. It is sent as option MoveRule to engines that declare it and
	// whose Spec does not set it.
	MoveRule int
	// Patience is how long an engine may take to start, to say that it is ready, and to
	// move when no clock binds it; 0: defaultPatience.
	Patience   time.Duration
	Transcript Transcript // nil for none
	Slow       Slow       // nil for none
	SlowAfter  time.Duration
	Lines      bool // replies have the whole principal variation
}

// Slow is called once if an engine has not said a word that is waited for, such as "uciok", for Setup.SlowAfter. Engine is
// the engine's name so far. Calls come from several goroutines.
type Slow func(engine, wanted string)

// Transcript is called with every line sent (direction ">"), received ("<") and written to
// standard error ("!"), from several goroutines. Engine is Spec.Name or, without one, the
// program's base name.
type Transcript func(engine string, direction string, line string)

// Request is a position to find a move for.
type Request struct {
	Game       *board.Game      // only read; its current position must have a move
	Limits     Limits           // must not be zero
	Clocks     [2]time.Duration // by board.Color: the time left; only used if Limits has a clock
	Increments [2]time.Duration // by board.Color
	MovesToGo  int              // moves until the clock of the side to move is refilled, 0 for a clock for the whole game
	Deadline   time.Duration    // a reply later than this is a Timeout; 0: Setup.Patience

	// Allowance returns by how much more than Deadline a reply may be late, as it is known at that moment; nil for nothing.
	// It is not called without a Deadline.
	Allowance func() time.Duration
}

// allowed returns how long a reply may take, as it is known at this moment.
func (r Request) allowed(patience time.Duration) time.Duration {
	switch {
	case r.Deadline <= 0:
		return patience
	case r.Allowance == nil:
		return r.Deadline
	}
	return r.Deadline + r.Allowance()
}

// Reply is an engine's answer to a Request.
type Reply struct {
	Move    board.Move    // legal
	Elapsed time.Duration // from the request to the answer, as this program measures it
	Depth   int           // of the last report with a principal variation, 0 if there was none
	Nodes   uint64        // of the last report that has nodes
	Score   Score         // of the last report with an exact score; if there is none, the last bound

	// Expected is the opponent's reply in the last principal variation reported. It is no move if there
	// was no variation, if the variation does not begin with Move, or if its second move is not legal.
	Expected board.Move

	// Line is the principal variation as far as it is legal, if Setup.Lines asks for it and the line begins with Move.
	Line []board.Move

	Effort
}

// Effort is what an engine tells of its search beside depth, nodes and score, 0 where it tells nothing. It is a part of a journal's line.
type Effort struct {
	SelDepth int    `json:"sd,omitempty"` // plies of the longest line
	HashFull int    `json:"hf,omitempty"` // thousandths of the table that are in use
	TBHits   uint64 `json:"tb,omitempty"` // positions that endgame databases knew
}

// add takes what a later report tells.
func (e *Effort) add(later Effort) {
	e.SelDepth, e.HashFull, e.TBHits = cmp.Or(later.SelDepth, e.SelDepth), cmp.Or(later.HashFull, e.HashFull), cmp.Or(later.TBHits, e.TBHits)
}
