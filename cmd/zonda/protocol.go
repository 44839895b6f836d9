package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol"
)

type protocolCommand struct {
	Without []string `help:"Leave out techniques of the search, as zonda bench does, to play for their worth." placeholder:"TECHNIQUE"`
}

// greeting tells a person at a terminal what to type.
const greeting = "%s %s plays English draughts. Type: play 11-15, d, go movetime 2000, help, quit\n"

func (c protocolCommand) Help() string {
	return `Examples:
  zonda
  zonda match --engine 'name=whole cmd=bin/zonda' --engine 'name=half cmd="bin/zonda protocol --without half-depth"'`
}

func (c protocolCommand) Run(ctx context.Context) error {
	if term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd())) {
		fmt.Printf(greeting, engine.Name, engine.Version)
	}
	e := engine.New()
	if err := e.Without(c.Without...); err != nil {
		return errors.Join(err, e.Close())
	}
	err := protocol.NewSession(e, os.Stdout).Run(ctx, os.Stdin)
	if closing := e.Close(); err == nil {
		err = closing
	}
	return err
}
