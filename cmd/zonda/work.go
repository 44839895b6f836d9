package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/shirou/gopsutil/v4/mem"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/cmd/internal/farm"
	"github.com/zonda-checkers/zonda/cmd/internal/farm/jobs"
	"github.com/zonda-checkers/zonda/cmd/internal/farm/monitor"
	"github.com/zonda-checkers/zonda/cmd/internal/site/httpguard"
	"golang.org/x/sync/errgroup"
)

type serveCommand struct {
	farm.ServerOptions
	HTTP   string `name:"http" help:"Serve a page with queues and workers, and /metrics for Prometheus." placeholder:"HOST:PORT"`
	Status string `help:"Start no server: print what the server of an address has." placeholder:"URL"`
	JSON   bool   `name:"json" help:"With --status: print one JSON object."`
	Admit  string `help:"Start no server: make a token for the worker NAME of the server with --store, and print its address; a server that runs takes it at once." placeholder:"NAME"`
	Revoke string `help:"Start no server: the token of the worker NAME is valid no more; a server that runs ends its connections." placeholder:"NAME"`
	Drain  string `help:"With --status: tell the worker NAME, or those on the host NAME, to finish their tasks and to end." placeholder:"NAME"`
	Drop   string `help:"With --status: remove the tasks and results of a producer that is gone and will not come again." placeholder:"NAME"`
	Retry  string `help:"With --status: tell the producer NAME, which is there, to try its tasks again that failed permanently." placeholder:"NAME"`
	logFlag
}

func (serveCommand) Help() string {
	return `Runs a server of NATS JetStream in this process. It prints two addresses with their tokens as soon as it takes work: the
first one is for producers (match, tune selfplay, book build, problems make and prove with --on), the second one for workers
(zonda work), who can do less. With --admit a worker gets an address of its own, which --revoke ends; --revoke worker ends the
second one. Ctrl-C ends the server; the same command goes on with the same addresses, and nothing is lost.
docs/many-machines.md has the details.

Examples:
  zonda serve --store queue
  zonda serve --store queue --admit anna
  zonda serve --store queue --listen 0.0.0.0:4222 --http 127.0.0.1:8080
  zonda serve --status nats://producer:TOKEN@127.0.0.1:4222
  zonda serve --status nats://producer:TOKEN@127.0.0.1:4222 --drain second`
}

// Validate is called by the command line parser.
func (c *serveCommand) Validate() error {
	switch {
	case c.Status != "" && c.Log != "":
		return errors.New("--status starts no server, which could have a --log")
	case c.Status == "" && c.Drain+c.Drop+c.Retry != "":
		return errors.New("--drain, --drop and --retry go with --status, which names the server")
	case c.Drain != "" && c.Drop+c.Retry != "" || c.Drop != "" && c.Retry != "":
		return errors.New("--drain, --drop or --retry, one at a time")
	case c.Status != "" && c.Store != "":
		return errors.New("--status starts no server: it goes without --store")
	case c.Status != "":
		_, err := farm.ParseAddress(c.Status)
		return err
	case c.Store == "" && (c.Admit != "" || c.Revoke != ""):
		return errors.New("--store is missing: the folder of the server")
	case c.Admit != "" && c.Revoke != "":
		return errors.New("--admit and --revoke do not go together")
	case (c.Admit != "" || c.Revoke != "") && (c.HTTP != "" || c.Log != ""):
		return errors.New("--admit and --revoke start no server: they go with --store alone")
	case c.Store == "":
		return errors.New("--store is missing: the folder for what the server keeps")
	case c.JSON:
		return errors.New("--json goes with --status")
	case (c.Certificate == "") != (c.Key == ""):
		return errors.New("--certificate and --key go together")
	}
	return nil
}

func (c serveCommand) Run(ctx context.Context) error {
	say := cli.NewMeter(os.Stderr).Line
	switch {
	case c.Status != "":
		return c.status(ctx, say)
	case c.Revoke != "":
		return farm.Revoke(c.Store, c.Revoke)
	case c.Admit != "":
		address, err := farm.Admit(c.Store, c.Admit)
		if err == nil {
			_, err = fmt.Fprintln(cli.Stdout, address)
		}
		return err
	}
	log, closeLog, err := c.open()
	if err != nil {
		return err
	}
	c.Logger, say = log, logged(say, log)
	server, err := farm.StartServer(ctx, c.ServerOptions, say)
	if err != nil {
		return errors.Join(err, closeLog())
	}
	return errors.Join(c.serve(ctx, server, say), server.Close(), closeLog())
}

// serve serves until ctx ends.
func (c serveCommand) serve(ctx context.Context, server *farm.Server, say farm.Say) error {
	group, ctx := errgroup.WithContext(ctx)
	if c.HTTP != "" {
		link, err := server.Link(ctx, say)
		if err != nil {
			return err
		}
		defer link.Close()
		listener, err := httpguard.Listen(ctx, c.HTTP)
		if err != nil {
			return fmt.Errorf("http: %w", err)
		}
		say("the page is at http://%s", listener.Addr())
		group.Go(func() error { return monitor.Serve(ctx, listener, link, c.Logger) })
	}
	group.Go(func() error {
		lines := cli.NewPrinter(cli.Stdout)
		lines.Printf("%s\n", server.Address())
		if workers, ok := server.WorkerAddress(); ok {
			lines.Printf("%s\n", workers)
		}
		if err := lines.Err(); err != nil {
			return err
		}
		return server.Wait(ctx)
	})
	return group.Wait()
}

// maxNames is the number of characters of names of workers that are printed.
const maxNames = 1000

// status prints what a server has, or does what the flags say to it.
func (c serveCommand) status(ctx context.Context, say farm.Say) error {
	address, err := farm.ParseAddress(c.Status)
	if err != nil {
		return err
	}
	link, err := farm.DialNow(ctx, address, say)
	if err != nil {
		return err
	}
	defer link.Close()
	switch {
	case c.Drain != "":
		drained, err := link.Drain(ctx, c.Drain)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(cli.Stdout, "told to finish and to end: %s\n", cli.Fit(strings.Join(drained, ", "), maxNames))
		return err
	case c.Drop != "":
		tasks, results, err := link.Drop(ctx, c.Drop)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(cli.Stdout, "removed: %s, %s\n", cli.Count(tasks, "task", "tasks"), cli.Count(results, "result", "results"))
		return err
	}
	if c.Retry != "" {
		tasks, err := link.Retry(ctx, c.Retry)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(cli.Stdout, "tried again: %s\n", cli.Count(tasks, "task", "tasks"))
		return err
	}
	s, err := link.Status(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return cli.WriteJSON(cli.Stdout, s)
	}
	failures, err := link.Failures(ctx, monitor.FailuresShown)
	if err != nil {
		return err
	}
	return monitor.Print(cli.Stdout, s, failures)
}

type workCommand struct {
	Server  string                 `arg:"" help:"The address for workers that zonda serve has printed." placeholder:"URL"`
	Threads int                    `name:"concurrency" help:"Tasks at the same time (default: one a CPU)." placeholder:"N" min:"0"`
	Engine  map[string]jobs.Engine `help:"Another engine that this host has, for matches: its name, its program, and the options that matches may set." placeholder:"NAME=PATH[,options=OPTION,...]" mapsep:"none"`
	Memory  int                    `help:"The most memory for the tables of one task, such as the hash tables of two engines (default: half of the host's memory, divided by the threads)." placeholder:"MIB" min:"0"`
	Clocks  bool                   `help:"Each thread has a free core: games with clocks may be played here. The clocks run longer on a slower host, shorter on a faster one."`
	EGDB    string                 `name:"egdb" help:"Directory with slice files for proofs that need more than the databases in the program." placeholder:"DIR" holds:"*.zdb"`
	logFlag
}

func (workCommand) Help() string {
	return `Does tasks of long work of other hosts until Ctrl-C, and gives back what is in progress then. It does only the
kinds of work that this program knows, and never runs a command from a message. The address lets everyone in who has it;
docs/many-machines.md says what such a person can do here. Matches may set only those options of another engine that stand
behind its program.

Examples:
  zonda work 'nats://worker:TOKEN@192.168.1.5:4222?fingerprint=HEX'
  zonda work nats://worker:TOKEN@127.0.0.1:4222 --concurrency 2 --memory 500 --engine dark=/opt/dark/dark,options=Hash,Skill
  zonda work nats://worker:TOKEN@127.0.0.1:4222 --clocks --egdb ~/egdb`
}

// Validate is called by the command line parser.
func (c *workCommand) Validate() error {
	for name, engine := range c.Engine {
		if err := engine.Check(name); err != nil {
			return err
		}
	}
	_, err := farm.ParseAddress(c.Server)
	return err
}

func (c workCommand) Run(ctx context.Context) (err error) {
	address, err := farm.ParseAddress(c.Server)
	if err != nil {
		return err
	}
	log, closeLog, err := c.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeLog()) }()
	say := logged(cli.NewMeter(os.Stderr).Line, log)
	link, err := farm.DialWorker(ctx, address, say)
	if err != nil {
		return err
	}
	defer link.Close()
	databases, err := endings.OpenSound("")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, databases.Close()) }()
	leaves, err := endings.OpenFilled(c.EGDB, "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, leaves.Close()) }()
	w, err := c.worker(ctx, link, jobs.Tools{Databases: databases, Leaves: leaves, Engines: c.Engine})
	if err != nil {
		return err
	}
	say("worker %s: %s, %s, for %s", w.FullName(), cli.Count(w.Threads, "thread", "threads"), w.Abilities.Version, strings.Join(w.Abilities.Kinds, ", "))
	return w.Run(ctx)
}

// worker returns the worker with its abilities.
func (c workCommand) worker(ctx context.Context, link *farm.Link, t jobs.Tools) (w *farm.Worker, err error) {
	w = &farm.Worker{Link: link, Threads: c.Threads, Build: cli.ProgramVersion().String()}
	if w.Threads == 0 {
		w.Threads = runtime.NumCPU()
	}
	t.Threads = w.Threads
	if t.Memory, err = c.memory(w.Threads); err != nil {
		return nil, err
	}
	w.Abilities.Threads, w.Abilities.Memory = t.Threads, t.Memory
	measured := 1
	if c.Clocks {
		measured = w.Threads // a CPU is slower when all its cores are busy
	}
	w.Abilities.Version, t.Speed, err = farm.MeasureVersion(ctx, measured)
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

// memory returns the most MiB that the tables of a task may have.
func (c workCommand) memory(threads int) (int, error) {
	if c.Memory > 0 {
		return c.Memory, nil
	}
	memory, err := mem.VirtualMemory()
	if err != nil {
		return 0, fmt.Errorf("cannot tell the size of the memory, so --memory is needed: %w", err)
	}
	const share = 2 // of the memory: the other half is for what is no table, and for other programs
	return int(memory.Total>>20) / share / threads, nil
}

// workerName returns a name that no other worker has.
func workerName() (string, error) {
	const size = 6
	random := make([]byte, size)
	_, err := rand.Read(random)
	return hex.EncodeToString(random), err
}
