package main

import (
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
)

type proveExportCommand struct {
	Store   string `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	Out     string `required:"" help:"A directory for the certificates, empty or not there." placeholder:"DIR"`
	Minimal bool   `help:"Write only what the goal needs; without it all certificates of the store."`
	EGDB    string `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR"`
}

func (proveExportCommand) Help() string {
	return `Writes certificates and the manifest.json that lists them. Certificates of single positions come first; the last one of
a goal that is proven or disproven rests on them. "zonda prove check DIR" checks them all.

Examples:
  zonda prove export --store ending.tree --out ending --minimal
  zonda prove export --store ending.tree --out facts`
}

func (c *proveExportCommand) Run() error {
	return prooftree.Export(c.Store, c.EGDB, c.Out, c.Minimal, cli.Stdout)
}
