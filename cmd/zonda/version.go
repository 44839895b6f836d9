package main

import (
	"fmt"
	"os"

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
		return cli.WriteJSON(os.Stdout, v)
	}
	_, err := fmt.Println(v)
	return err
}
