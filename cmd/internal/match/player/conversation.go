package player

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/zonda-checkers/zonda/board"
)

// The errors of next that are neither a fault of the engine nor the end of the context.
var (
	errLate   = errors.New("out of patience")
	errClosed = errors.New("the player is closed")
)

// conversation sends lines to an engine and waits for its answers.
type conversation struct {
	*process
	engine   string // the engine's name, for faults
	patience time.Duration
	setup    Setup
}

func (t *conversation) fault(kind FaultKind, format string, arguments ...any) error {
	return &Fault{Engine: t.engine, Kind: kind, Detail: fmt.Sprintf(format, arguments...)}
}

// next returns the engine's next line, or errLate if clock fires first.
func (t *conversation) next(ctx context.Context, clock <-chan time.Time) (line, error) {
	select {
	case l, more := <-t.lines:
		switch {
		case !more && t.closed():
			return l, errClosed
		case !more:
			return l, t.fault(Crash, "%s", t.exitReason())
		case l.err != nil:
			return l, t.fault(Nonsense, "%v that begins %s", l.err, board.Quote(l.text))
		}
		return l, nil
	case <-clock:
		return line{}, errLate
	case <-ctx.Done():
		return line{}, ctx.Err()
	case <-t.gone:
		return line{}, errClosed
	}
}

// await passes the engine's lines to take until take has found the wanted line or returns an error. If
// the wanted line does not come within t.patience, await returns a Timeout fault.
func (t *conversation) await(ctx context.Context, wanted string, take func(text string) (found bool, err error)) error {
	timer := time.NewTimer(t.patience)
	defer timer.Stop()
	if t.setup.Slow != nil {
		engine := t.engine // it may change when the notice is on its way
		notice := time.AfterFunc(t.setup.SlowAfter, func() { t.setup.Slow(engine, wanted) })
		defer notice.Stop()
	}
	for {
		l, err := t.next(ctx, timer.C)
		if err == errLate {
			return t.fault(Timeout, "no %s within %v", wanted, t.patience)
		}
		if err != nil {
			return err
		}
		if found, err := take(l.text); found || err != nil {
			return err
		}
	}
}

// dialect speaks one protocol with an engine. It holds everything in which the protocols differ.
type dialect interface {
	// greet begins the conversation. It returns the engine's own name, "" if the engine gives none, and
	// the options that the engine declares.
	greet(ctx context.Context) (name string, declared options, err error)
	// set sets options and waits until the engine is ready.
	set(ctx context.Context, settings []setting) error
	newGame(ctx context.Context) error
	// place sends the position and waits until the engine confirms it. All earlier output of the engine is
	// read by then.
	place(ctx context.Context, r Request) error
	// search returns the line that starts a search of the position that place has sent.
	search(r Request) string
	// readLine reads a line of engine output during a search and adds it to t. Done is true for the line with
	// the move; answer is then the text of the move.
	readLine(text string, t *thought) (answer string, done bool)
	// find returns the legal move of p that the answer names.
	find(p board.Position, answer string) (board.Move, error)
}

// FaultKind is what an engine did wrong.
type FaultKind uint8

// The kinds of fault.
const (
	Crash       FaultKind = iota // the engine's process or its output ended
	Timeout                      // the engine did not answer in time
	IllegalMove                  // the engine answered a move that the rules do not allow
	Nonsense                     // the answer is not a move, a line is too long, or the engine refuses a position
)

// String returns the kind in words: "crash", "timeout", "illegal move", "nonsense".
func (k FaultKind) String() string {
	switch k {
	case Crash:
		return "crash"
	case Timeout:
		return "timeout"
	case IllegalMove:
		return "illegal move"
	default:
		return "nonsense"
	}
}

// Fault is an engine's failure that loses the game.
type Fault struct {
	Engine string // the engine's name
	Kind   FaultKind
	Detail string // what the engine said or did, on one line

	// Elapsed is how long the engine had been thinking about its move, 0 if it had not been asked for one.
	Elapsed time.Duration
}

// Error returns the engine, the kind and the detail on one line.
func (f *Fault) Error() string {
	return fmt.Sprintf("engine %s: %s: %s", f.Engine, f.Kind, f.Detail)
}

// The most letters that are kept of an engine's texts.
const (
	longestName = 60  // the engine's name
	longestText = 200 // an error message, or a line of standard error
)

// oneLine returns text without line ends and other control characters, with single blanks between its
// words, cut to the given number of letters.
func oneLine(text string, most int) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
	letters := []rune(strings.Join(words, " "))
	if len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return string(letters)
}
