package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/work"
	"github.com/zonda-checkers/zonda/cmd/internal/work/monitor"
)

type serveCommand struct {
	work.ServerOptions
	HTTP   string `name:"http" help:"Serve a page with queues and workers, and /metrics for Prometheus." placeholder:"HOST:PORT"`
	Status string `help:"Start no server: print what the server of an address has." placeholder:"URL"`
	JSON   bool   `name:"json" help:"With --status: print one JSON object."`
}

func (serveCommand) Help() string {
	return `Runs a server of NATS JetStream in this process. It prints its address, which holds the token, as soon as it takes
work; zonda work does the work, and match, tune selfplay, book build and prove give it with --on. Ctrl-C ends it; the same
command goes on with the same address, and nothing is lost. docs/many-machines.md has the details.

Examples:
  zonda serve --store queue
  zonda serve --store queue --listen 0.0.0.0:4222 --http 127.0.0.1:8080
  zonda serve --status nats://TOKEN@127.0.0.1:4222`
}

// Validate is called by the command line parser.
func (c *serveCommand) Validate() error {
	switch {
	case c.Status != "" && c.Store != "":
		return errors.New("--status starts no server: it goes without --store")
	case c.Status != "":
		_, err := work.ParseAddress(c.Status)
		return err
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
	out := cli.NewPrinter(os.Stderr)
	say := func(format string, arguments ...any) { out.Printf(format+"\n", arguments...) }
	if c.Status != "" {
		return c.status(ctx, say)
	}
	server, err := work.StartServer(ctx, c.ServerOptions, say)
	if err != nil {
		return err
	}
	return errors.Join(c.serve(ctx, server, say), server.Close())
}

// serve serves until ctx ends.
func (c serveCommand) serve(ctx context.Context, server *work.Server, say work.Say) error {
	if c.HTTP == "" {
		if _, err := fmt.Fprintln(cli.Stdout, server.Address()); err != nil {
			return err
		}
		return server.Wait(ctx)
	}
	link, err := server.Link(ctx, say)
	if err != nil {
		return err
	}
	defer link.Close()
	site, err := monitor.Listen(ctx, c.HTTP, link)
	if err != nil {
		return err
	}
	say("the page is at http://%s", site.Address())
	if _, err := fmt.Fprintln(cli.Stdout, server.Address()); err != nil {
		return errors.Join(err, site.Close())
	}
	return errors.Join(server.Wait(ctx), site.Close())
}

// status prints what a server has.
func (c serveCommand) status(ctx context.Context, say work.Say) error {
	address, err := work.ParseAddress(c.Status)
	if err != nil {
		return err
	}
	link, err := work.Dial(ctx, address, say)
	if err != nil {
		return err
	}
	defer link.Close()
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
