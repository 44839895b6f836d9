package main

import (
	"context"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
)

type proveImportCommand struct {
	Store string `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	Dir   string `arg:"" help:"A directory of certificates with its manifest.json."`
	EGDB  string `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR"`
}

func (proveImportCommand) Help() string {
	return `Adds the answers of another proof to a store. Every certificate is checked first; if one is wrong, nothing is changed.

Example:
  zonda prove import --store ending.tree facts`
}

func (c *proveImportCommand) Run(ctx context.Context) error {
	return prooftree.Import(ctx, c.Store, c.EGDB, c.Dir, cli.Stdout)
}
