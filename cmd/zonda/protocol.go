package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/zonda-checkers/zonda/cmd/internal/cli/cpu"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/protocol/hub"
	"github.com/zonda-checkers/zonda/protocol/session"
	"github.com/zonda-checkers/zonda/protocol/uci"
)

type protocolCommand struct {
	searchFlags
	Confined bool `hidden:"" help:"Refuse the options that name a file or a folder: messages of other hosts choose the options."`
}

func (c protocolCommand) Help() string {
	return `Examples:
  zonda
  zonda match --engine 'name=whole cmd=bin/zonda' --engine 'name=half cmd="bin/zonda protocol --without half-depth"'
  zonda match --engine 'name=now cmd=bin/zonda' --engine 'name=tuned cmd="bin/zonda protocol --parameter deficit=50"'`
}

func (c protocolCommand) Run(ctx context.Context) error {
	cpu.Spare()
	_, parameters, err := c.parse()
	if err != nil {
		return err
	}
	e := session.New()
	if c.Confined {
		e.Confine()
	}
	if err := e.Tune(c.Without, parameters); err != nil {
		return errors.Join(err, e.Close())
	}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		return errors.Join(uci.NewConversation(e, os.Stdout).Run(ctx, os.Stdin), e.Close())
	}
	in := bufio.NewReader(file.Text(os.Stdin))
	select {
	case <-ctx.Done():
	case asked := <-hubAsked(in):
		if asked {
			err = hub.NewSession(e, os.Stdout).Run(ctx, in)
		} else {
			err = uci.NewSession(e, os.Stdout).Run(ctx, in)
		}
	}
	return errors.Join(err, e.Close())
}

// hubAsked waits for the first line of in, which it does not take, and tells whether it
// asks for the Hub protocol.
func hubAsked(in *bufio.Reader) <-chan bool {
	const word = "hub"
	asked := make(chan bool, 1)
	go func() {
		for n := 1; ; n++ {
			head, err := in.Peek(n)
			end := bytes.IndexByte(head, '\n')
			switch line := strings.TrimSpace(string(head)); {
			case end >= 0 || err != nil:
				asked <- line == word
				return
			case !strings.HasPrefix(word, line) && line != word:
				asked <- false
				return
			}
		}
	}()
	return asked
}

type hubCommand struct{}

// hubHint tells a person at a terminal what to type. It is printed on stderr: on stdout it would be no line of the
// protocol.
const hubHint = "%s %s waits for a draughts host. To talk the Hub protocol by hand, type: hub, init, go think, quit\n"

func (c hubCommand) Help() string {
	return `The host begins with the line "hub"; docs/hub.md describes the conversation.

Examples:
  zonda hub`
}

func (c hubCommand) Run(ctx context.Context) error {
	if term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd())) {
		fmt.Fprintf(os.Stderr, hubHint, engine.Name, engine.Version)
	}
	cpu.Spare()
	e := session.New()
	return errors.Join(hub.NewSession(e, os.Stdout).Run(ctx, os.Stdin), e.Close())
}
