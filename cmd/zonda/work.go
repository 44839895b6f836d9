package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endgames"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/cmd/internal/work/jobs"
)

type workCommand struct {
	Server  string            `arg:"" help:"The address that zonda serve has printed." placeholder:"URL"`
	Threads int               `help:"Pieces at the same time (default: one a processor)." placeholder:"N" min:"0"`
	Engine  map[string]string `help:"Another engine that this machine has, for matches: its name, and its program." placeholder:"NAME=PATH"`
	Clocks  bool              `help:"Each thread has a free core: games with clocks may be played here. The clocks run longer on a slower machine, shorter on a faster one."`
	EGDB    string            `name:"egdb" help:"Directory with slice files for proofs that need more than the databases in the program." placeholder:"DIR"`
}

func (workCommand) Help() string {
	return `Does pieces of long work of other machines until Ctrl-C, and gives back what is in progress then. It does only the
kinds of work that this program knows, and never runs a command from a message. The address lets everyone in who has it.

Examples:
  zonda work nats://TOKEN@192.168.1.5:4222?fingerprint=HEX
  zonda work nats://TOKEN@127.0.0.1:4222 --threads 2 --engine dark=/opt/dark/dark
  zonda work nats://TOKEN@127.0.0.1:4222 --clocks --egdb ~/egdb`
}

// Validate is called by the command line parser.
func (c *workCommand) Validate() error {
	for name, path := range c.Engine {
		if err := jobs.CheckEngine(name, path); err != nil {
			return err
		}
	}
	_, err := work.ParseAddress(c.Server)
	return err
}

func (c workCommand) Run(ctx context.Context) (err error) {
	address, err := work.ParseAddress(c.Server)
	if err != nil {
		return err
	}
	out := cli.NewPrinter(os.Stderr)
	say := func(format string, arguments ...any) { out.Printf(format+"\n", arguments...) }
	link, err := work.Dial(ctx, address, say)
	if err != nil {
		return err
	}
	defer link.Close()
	databases, err := endgames.OpenSound("")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, databases.Close()) }()
	leaves, err := endgames.OpenFilled(c.EGDB, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leaves.Close()) }()
	w, err := c.worker(ctx, link, jobs.Tools{Databases: databases, Leaves: leaves, Engines: c.Engine})
	if err != nil {
		return err
	}
	say("worker %s: %s, %s, for %s", w.Name, cli.Count(w.Threads, "thread", "threads"), w.Abilities.Version, strings.Join(w.Abilities.Kinds, ", "))
	return w.Run(ctx)
}

// worker returns the worker with its abilities.
func (c workCommand) worker(ctx context.Context, link *work.Link, t jobs.Tools) (w *work.Worker, err error) {
	w = &work.Worker{Link: link, Threads: c.Threads}
	if w.Threads == 0 {
		w.Threads = runtime.NumCPU()
	}
	measured := 1
	if c.Clocks {
		measured = w.Threads // a processor is slower when all its cores are busy
	}
	w.Abilities.Version, t.Speed, err = work.MeasureVersion(ctx, measured)
	if err != nil {
		return nil, err
	}
	if c.Clocks {
		w.Abilities.Speed = t.Speed
	}
	w.Kinds = jobs.All(t)
	w.Abilities.Kinds, w.Abilities.Solvers = slices.Sorted(maps.Keys(w.Kinds)), jobs.Solvers(t.Leaves)
	for name := range c.Engine {
		w.Abilities.Engines = append(w.Abilities.Engines, name)
	}
	if w.Name, err = workerName(); err != nil {
		return nil, err
	}
	w.Cache, err = cli.CacheFolder("work")
	return w, err
}

// workerName returns a name that no other worker has.
func workerName() (string, error) {
	const size = 6
	random := make([]byte, size)
	_, err := rand.Read(random)
	return hex.EncodeToString(random), err
}
