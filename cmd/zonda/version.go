package main

import (
	"fmt"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/version"
)

type versionCommand struct {
	JSON bool `name:"json" help:"Print one JSON object."`
}

func (c versionCommand) Help() string {
	return `Examples:
  zonda version
  zonda version --json`
}

func (c versionCommand) Run() error {
	v := version.Of()
	if c.JSON {
		return cli.WriteJSON(cli.Stdout, v)
	}
	_, err := fmt.Fprintln(cli.Stdout, v)
	return err
}
