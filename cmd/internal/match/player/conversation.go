package player

import (
	"context"
	"errors"
	"fmt"
	"time"

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
