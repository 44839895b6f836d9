package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/engine/board"
)

// Why a line does not come that is neither the engine's fault nor the caller's wish.
var (
	errLate   = errors.New("out of patience")
	errClosed = errors.New("the player is closed")
)

// talk is a conversation with an engine: lines to it, and answers awaited.
type talk struct {
	*process
	engine   string // its name, for faults
	patience time.Duration
}

func (t *talk) fault(kind FaultKind, format string, arguments ...any) error {
	return &Fault{Engine: t.engine, Kind: kind, Detail: fmt.Sprintf(format, arguments...)}
}

// next returns the engine's next line, or errLate when the clock strikes first.
func (t *talk) next(ctx context.Context, clock <-chan time.Time) (line, error) {
	select {
	case l, more := <-t.lines:
		switch {
		case !more && t.closed():
			return l, errClosed
		case !more:
			return l, t.fault(Crash, "%s", t.obituary())
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

// await passes the engine's lines to take until it has the wanted one or reports what is
// wrong, as long as patience lasts.
func (t *talk) await(ctx context.Context, wanted string, take func(text string) (found bool, err error)) error {
	timer := time.NewTimer(t.patience)
	defer timer.Stop()
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
