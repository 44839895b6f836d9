package protocol

import (
	"fmt"
	"sync"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/engine/board"
	"github.com/zonda-checkers/zonda/search"
)

// Plug is an engine as CheckerBoard sees it: the strings it answers and the moves it makes.
// The text protocol and the Windows library share it. Use NewPlug. All methods may be
// called from any goroutine, also while a move is thought about.
type Plug struct {
	engine   *engine.Engine
	commands []command

	mu       sync.Mutex // guards settings
	settings settings
}

// NewPlug returns a Plug for e, which the caller owns.
func NewPlug(e *engine.Engine) *Plug {
	return &Plug{engine: e, commands: commandTable(), settings: settings{databases: allPieces}}
}

// Command answers one of CheckerBoard's strings that is a question or a setting. The error
// says why there is no answer; engine.ErrSearching, why there is none yet.
func (p *Plug) Command(line string) (reply string, err error) {
	word, arguments := cutWord(line)
	c := find(p.commands, word)
	if c == nil || c.answer == nil {
		return "", fmt.Errorf("unknown command %s", board.Quote(word))
	}
	if err := c.check(arguments); err != nil {
		return "", err
	}
	return c.answer(p, arguments)
}

// MoveRequest is what CheckerBoard's getmove is given.
type MoveRequest struct {
	Position board.Position
	MaxTime  float64 // seconds, not below 0
	Info     uint32  // flags
	MoreInfo uint32  // the clock, as the flags say
}

// MoveAnswer is what getmove gives back.
type MoveAnswer struct {
	Before, After board.Position // the same if there is no move to make
	Move          board.Move     // none if there is none to make
	Claim         Claim          // for the side that was asked
}

// Begin thinks about a request in the background, for engine.Wait to wait for and
// engine.Stop to end. Report gets the status text anew whenever there is more to say, done
// the answer. Where there is no move to make, done is called at once.
func (p *Plug) Begin(r MoveRequest, report func(status string), done func(MoveAnswer)) error {
	game, limits, err := p.prepare(r)
	if err != nil {
		return err
	}
	if over(r.Position) {
		done(nothing(r.Position))
		return nil
	}
	status := newStatus(r.Position)
	if p.allScores() {
		limits.MultiPV = board.MaxMoves
		status.wanted = status.legal
	}
	return p.engine.Start(limits,
		func(i search.Info) {
			if text := status.line(i); text != "" {
				report(text)
			}
		},
		func(best search.Info) { p.finish(game, best, done) })
}

// Hurry answers a request at once, with a move that is hardly thought about.
func (p *Plug) Hurry(r MoveRequest, done func(MoveAnswer)) error {
	game, _, err := p.prepare(r)
	if err != nil {
		return err
	}
	if over(r.Position) {
		done(nothing(r.Position))
		return nil
	}
	best := engine.Glance(game)
	best.Score = 0 // nothing is claimed in a hurry
	p.finish(game, best, done)
	return nil
}

// prepare puts the game that leads to the request on the board.
func (p *Plug) prepare(r MoveRequest) (*board.Game, search.Limits, error) {
	game := p.gameFor(r)
	limits := r.limits()
	p.mu.Lock()
	limits.Solve = p.settings.solve
	p.mu.Unlock()
	return game, limits, p.engine.SetGame(game)
}

func (p *Plug) allScores() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.settings.allScores
}

// over reports whether there is no move to make.
func over(p board.Position) bool { return p.Finished() || !p.HasMove() }

// nothing answers for a position that is over.
func nothing(p board.Position) MoveAnswer {
	return MoveAnswer{Before: p, After: p, Claim: finishedClaim(p)}
}

// finish makes the move in the game and remembers that for the next request.
func (p *Plug) finish(game *board.Game, best search.Info, done func(MoveAnswer)) {
	answer := MoveAnswer{Before: game.Position(), Move: best.Move(), Claim: claim(best)}
	game.Play(answer.Move)
	answer.After = game.Position()
	p.mu.Lock()
	p.settings.followed = game
	p.mu.Unlock()
	// Refused only if another search has begun meanwhile: then the board is not ours.
	_ = p.engine.SetGame(game)
	done(answer)
}
