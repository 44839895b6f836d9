package prooflist

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/cmd/internal/processor"
	"github.com/zonda-checkers/zonda/cmd/internal/proving"
	"github.com/zonda-checkers/zonda/search/proof"
	"github.com/zonda-checkers/zonda/search/proof/certificate"
)

// Settings say what is proven, and how.
type Settings struct {
	Files []string
	Choice
	Leaves       int           // the lines end at database positions of up to this number of pieces, 0 for all
	Time         time.Duration // of a position, 0 for no limit
	Budget       uint64        // nodes of a question, 0 for no limit
	Table        int           // MiB
	Databases    string        // a directory, empty for the databases in the program
	Bounds       string        // a directory of bounds, empty for none
	Out          string        // the journal, empty for none
	Certificates string        // a directory for certificates, empty for none
	JSON         bool
}

// task is a list with the databases for its proofs.
type task struct {
	Settings
	positions []Position
	leaves    certificate.Leaves
	bounds    string // which bounds end lines, empty for none
	prover    *proof.Prover
	meter     *cli.Meter
	journal   *journal
	summary   Summary
}

// Run proves the values of the positions, prints a line for each and a table at the end. If ctx ends, the position at
// work is given up, and the error says what is kept.
func Run(ctx context.Context, s Settings, out io.Writer) error {
	positions, err := Read(ctx, s.Files, s.Choice)
	if err != nil {
		return err
	}
	return prove(ctx, s, positions, out)
}

func prove(ctx context.Context, s Settings, positions []Position, out io.Writer) (err error) {
	t := &task{Settings: s, positions: positions}
	library, err := endgames.OpenFilled(s.Databases, s.Bounds)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, library.Close()) }()
	if t.leaves, err = proving.LeavesOf(library, s.Leaves); err != nil {
		return err
	}
	if s.Certificates != "" {
		const permissions = 0o755
		if err := os.MkdirAll(s.Certificates, permissions); err != nil {
			return err
		}
	}
	options := proof.Options{Table: s.Table}
	if s.Bounds != "" {
		d := library.BoundsDescription()
		options.Bounds, t.bounds = library, fmt.Sprintf("%v, %x", &d, d.Complete)
	}
	t.prover = proof.NewProver(library, t.leaves, options)
	return t.run(ctx, out)
}

// run goes on behind the rows of the journal.
func (t *task) run(ctx context.Context, out io.Writer) (err error) {
	lines := out
	if t.JSON {
		lines = os.Stderr
	}
	t.meter = cli.NewMeter(lines)
	var rows []Row
	if t.journal, rows, err = openJournal(t.Out, t.header()); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.journal.close()) }()
	done := map[int]bool{}
	for _, r := range rows {
		done[r.Place] = true
		t.summary.add(r)
	}
	failed := t.proveAll(ctx, done)
	t.meter.Clear()
	if err := errors.Join(t.meter.Err(), t.summary.print(out, t.JSON)); err != nil {
		return err
	}
	return cli.Interrupted(ctx, failed, t.left())
}

// left says what remains after an interruption.
func (t *task) left() string {
	text := fmt.Sprintf("%d of %d positions are done", len(t.summary.Rows), len(t.positions))
	if t.Out != "" {
		text += ", and kept in " + t.Out + "; the same command goes on"
	}
	return text
}

// proveAll proves the positions that are not done.
func (t *task) proveAll(ctx context.Context, done map[int]bool) error {
	for i, p := range t.positions {
		t.meter.Step("positions", "positions", uint64(len(t.summary.Rows)), uint64(len(t.positions)))
		if done[i+1] {
			continue
		}
		r := t.prove(ctx, i+1, p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := errors.Join(t.write(&r), t.journal.add(r)); err != nil {
			return err
		}
		t.summary.add(r)
		t.meter.Line("%s", r.text())
	}
	return nil
}

// prove proves the value of one position within the limits.
func (t *task) prove(ctx context.Context, place int, p Position) Row {
	if t.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, t.Time)
		defer cancel()
		ctx = limited
	}
	budget := t.Budget
	if budget == 0 {
		budget = math.MaxUint64
	}
	begin, used := time.Now(), processor.Time()
	r := newRow(place, p, t.prover.Value(ctx, p.Position, budget, 1))
	r.setTimes((processor.Time() - used).Seconds(), time.Since(begin).Seconds())
	return r
}

// write writes the certificates of a row: the place, and whether the attacker wins.
func (t *task) write(r *Row) error {
	if t.Certificates == "" {
		return nil
	}
	for i := range r.Proofs {
		p := &r.Proofs[i]
		p.File = filepath.Join(t.Certificates, fmt.Sprintf("%06d-%s-%s.proof", r.Place, p.Attacker, p.Wins))
		if err := certificate.Write(p.File, p.certificate); err != nil {
			return fmt.Errorf("certificate: %w", err)
		}
	}
	return nil
}
