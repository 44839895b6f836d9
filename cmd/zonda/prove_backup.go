package main

import (
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
)

type proveBackupCommand struct {
	Store string `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	Out   string `arg:"" help:"The copy, a file that is not there yet."`
}

func (proveBackupCommand) Help() string {
	return `Reads the whole store, copies it and compares the copy with what was written. Stop "zonda prove serve" first.

Example:
  zonda prove backup --store ending.tree /mnt/ending.tree`
}

func (c *proveBackupCommand) Run() error {
	return prooftree.Backup(c.Store, c.Out, cli.Stdout)
}
