package main

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
)

type proveStatusCommand struct {
	Store string `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	JSON  bool   `name:"json" help:"Print one JSON object."`
}

func (proveStatusCommand) Help() string {
	return `Prints how far a proof is, also while "zonda prove serve" works on it: serve writes FILE.status every five seconds.
The exit status is that of serve: 0 if the claim worked on last is proven, 3 if it is disproven or open.

Examples:
  zonda prove status --store ending.tree
  zonda prove status --store ending.tree --json`
}

func (c *proveStatusCommand) Run(ctx context.Context) error {
	report, err := prooftree.ReadStatus(c.Store)
	if err != nil {
		return err
	}
	if c.JSON {
		err = cli.WriteJSON(cli.Stdout, report)
	} else {
		err = report.Print(cli.Stdout)
	}
	if err != nil {
		return err
	}
	return verdictStatus(ctx, report.Verdict())
}
