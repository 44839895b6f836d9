package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/zonda-checkers/zonda/antibook"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/books"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs"
	"github.com/zonda-checkers/zonda/internal/file"
)

type antibookProveCommand struct {
	books.EntryFiles
	proofs.EntrySettings
	Out string `help:"Write the status of each entry; entries that the file has already with this budget or a larger one are not asked again." placeholder:"FILE.csv"`
}

func (antibookProveCommand) Help() string {
	return `Asks the proof solver whether the loser of each entry is lost, the entries of the fewest pieces first. It prints the entries
that it decides: proven, or refuted if the loser can draw. All other entries stay lost by search. The answers depend on the
budget, the databases and the table alone. Ctrl-C keeps what was found in the file; the same command goes on from
there, and with a larger budget it asks again for the entries that are not proven. The anti-book does not change.

Examples:
  zonda antibook prove --out status.csv
  zonda antibook prove --out status.csv --nodes 10000000 --hash 1024
  zonda antibook prove --alone --file mine.txt --egdb databases/`
}

func (c antibookProveCommand) Run(ctx context.Context) (err error) {
	entries, err := c.Read(ctx)
	if err != nil {
		return err
	}
	known, release, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	todo := slices.DeleteFunc(slices.Clone(entries), func(e antibook.Entry) bool { return c.answered(known, e) })
	slices.SortStableFunc(todo, func(a, b antibook.Entry) int {
		return cmp.Compare(a.Position.Pieces(), b.Position.Pieces())
	})
	out, done, kept := cli.NewMeter(cli.Stdout), 0, time.Now()
	err = proofs.Entries(ctx, todo, c.EntrySettings, func(e antibook.Entry, found antibook.Statement) error {
		known.Add(found)
		done++
		out.Step("prove", "entries", uint64(done), uint64(len(todo)))
		if found.Status != antibook.BySearch {
			out.Line("%s: %d nodes, certificate of %d entries\t%s", found.Status, found.Nodes, found.Size, e)
		}
		if time.Since(kept) < statusInterval {
			return nil
		}
		kept = time.Now()
		return c.write(known)
	})
	out.Clear()
	err = errors.Join(cli.Interrupted(ctx, err, fmt.Sprintf("%d of %d entries asked", done, len(todo))), c.write(known))
	out.Line("%s asked now; of all %d: %s", cli.Count(done, "entry", "entries"), len(entries), census(entries, known))
	return err
}

// statusInterval is the least time between two writings of the statuses.
const statusInterval = 20 * time.Second

// open locks the file of statuses and reads what it has. The caller calls release at the end.
func (c antibookProveCommand) open() (known *antibook.Statements, release func() error, err error) {
	known, release = &antibook.Statements{}, func() error { return nil }
	if c.Out == "" {
		return known, release, nil
	}
	if err := errors.Join(cli.NotAnInput(c.Out, c.File), file.Check(c.Out)); err != nil {
		return nil, nil, fmt.Errorf("out: %w", err)
	}
	lock, err := file.Acquire(c.Out, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("out: %w", err)
	}
	old, err := os.ReadFile(c.Out)
	if errors.Is(err, fs.ErrNotExist) {
		return known, lock.Release, nil
	}
	if err == nil {
		known, err = antibook.ParseStatements(c.Out, bytes.NewReader(old))
	}
	if err != nil {
		return nil, nil, errors.Join(err, lock.Release())
	}
	return known, lock.Release, nil
}

// answered reports whether there is no need to ask for an entry.
func (c antibookProveCommand) answered(known *antibook.Statements, e antibook.Entry) bool {
	found, ok := known.Of(e.Position)
	return ok && (found.Status != antibook.BySearch || found.Budget >= c.Budget)
}

// write writes the statuses, if there is a file for them.
func (c antibookProveCommand) write(known *antibook.Statements) error {
	if c.Out == "" {
		return nil
	}
	return file.WriteWhole(c.Out, func(w io.Writer) error { return known.Write(w) })
}

// census counts entries by their status: "3 proven, 17 by search, 1 untried".
func census(entries []antibook.Entry, known *antibook.Statements) string {
	count := map[antibook.Status]int{}
	for _, e := range entries {
		count[known.Status(e.Position)]++
	}
	return fmt.Sprintf("%d proven, %d by search, %d refuted, %d untried",
		count[antibook.Proven], count[antibook.BySearch], count[antibook.Refuted], count[antibook.Untried])
}
