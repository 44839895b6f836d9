package proofs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// keeper keeps the work at the questions about one position in the user's cache, a file a question, until the command is over.
type keeper struct {
	ctx  context.Context // of the command
	path string          // of the files, without the attacker
	lock *file.Lock

	mu     sync.Mutex
	due    [2]time.Time // by attacker: when the work is written next
	failed error        // the work cannot be kept
}

// The work is written after keepInterval, and seldom enough to take one part in keepShare of the time: there may be gigabytes.
const (
	keepInterval = 30 * time.Second
	keepShare    = 20
)

// newKeeper returns the keeper of a proof, and nil while another program is at the same one, or where there is no cache.
func (t *positionTask) newKeeper(ctx context.Context) *keeper {
	program, err := cli.ProgramDigest()
	if err != nil {
		return nil
	}
	path, err := cli.ResumePath("proofs", "", program, t.FEN.FEN(), t.Goal, t.budget(), t.Time, t.Table, t.leaves, t.boundsText())
	if err != nil {
		return nil
	}
	lock, err := file.Acquire(path, file.Moment)
	if err != nil {
		return nil
	}
	k := &keeper{ctx: ctx, path: path, lock: lock, due: [2]time.Time{time.Now().Add(keepInterval), time.Now().Add(keepInterval)}}
	for _, attacker := range attackers {
		_ = file.RemoveUnfinished(k.name(attacker)) // what cannot be removed is in nobody's way
	}
	return k
}

// attackers are those of the two questions.
var attackers = [...]board.Color{board.Black, board.White}

// name returns the file of a question.
func (k *keeper) name(attacker board.Color) string { return k.path + "-" + attacker.String() + ".work" }

// Keep writes the work if it is due, or if the command is interrupted.
func (k *keeper) Keep(q certificate.Question, write func(io.Writer) error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	began := time.Now()
	if k.failed == nil && (k.ctx.Err() != nil || began.After(k.due[q.Attacker])) {
		if k.failed = file.WriteWhole(k.name(q.Attacker), write); k.failed != nil {
			fmt.Fprintf(os.Stderr, "zonda: warning: the proof cannot be kept any more: %v\n", k.failed)
		}
		k.due[q.Attacker] = time.Now().Add(max(keepInterval, keepShare*time.Since(began)))
	}
}

// Restore reads the work of an interrupted run.
func (k *keeper) Restore(q certificate.Question, read func(io.Reader) error) {
	in, err := os.Open(k.name(q.Attacker))
	if err != nil {
		return
	}
	defer in.Close() // only read
	if err := read(in); err != nil {
		fmt.Fprintf(os.Stderr, "%v: it begins anew\n", err)
		return
	}
	fmt.Fprintf(os.Stderr, "resumed: whether %v wins\n", q.Attacker)
}

// end leaves the work if the command was interrupted, and removes it otherwise. It reports whether there is work for the same command.
func (k *keeper) end() (kept bool, err error) {
	if k.ctx.Err() != nil {
		for _, attacker := range attackers {
			_, missing := os.Stat(k.name(attacker))
			kept = kept || missing == nil
		}
		return kept, k.lock.Release()
	}
	for _, attacker := range attackers {
		if gone := os.Remove(k.name(attacker)); !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return false, errors.Join(err, k.lock.Release())
}
