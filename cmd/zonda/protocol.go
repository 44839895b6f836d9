package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/protocol"
)

type protocolCommand struct{}

// greeting tells a person at a terminal what to type.
const greeting = "%s %s plays English draughts. Type: play 11-15, d, go movetime 2000, help, quit\n"

func (protocolCommand) Run(ctx context.Context) error {
	if term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd())) {
		fmt.Printf(greeting, engine.Name, engine.Version)
	}
	e := engine.New()
	err := protocol.NewSession(e, os.Stdout).Run(ctx, os.Stdin)
	if closing := e.Close(); err == nil {
		err = closing
	}
	return err
}
