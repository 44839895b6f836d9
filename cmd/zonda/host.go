package main

import (
	"context"
	"fmt"
	"os"

	"github.com/zonda-checkers/zonda/protocol/cbhost"
)

type hostCommand struct {
	Engine string `arg:"" help:"The library, such as engines/cake64.dll." placeholder:"ENGINE.dll"`
	Stack  int    `help:"Size of the stack of its search in MiB (default ${default})." default:"64" min:"1" max:"512" placeholder:"MIB"`
}

func (c hostCommand) Help() string {
	return `Loads an engine of CheckerBoard and speaks the text protocol (docs/protocol.md) for it: on Windows, and by zonda.exe under
Wine. zonda match and check-engine start it themselves for an engine with proto=checkerboard. What the library understands of
"get NAME" is an option.

Examples:
  zonda host engines\cake64.dll
  wine zonda.exe host CheckerBoard/engines/cake64.dll`
}

func (c hostCommand) Run(ctx context.Context) error {
	out, err := cbhost.Output()
	if err != nil {
		return err
	}
	engine, err := cbhost.Load(c.Engine, c.Stack)
	if err != nil {
		return err
	}
	status := 0
	if err := cbhost.Serve(ctx, engine, os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, "zonda: error:", err)
		status = 1
	}
	cbhost.Exit(status)
	return nil
}
