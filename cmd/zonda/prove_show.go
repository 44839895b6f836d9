package main

import (
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
)

type proveShowCommand struct {
	Store    string   `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	Position []string `arg:"" optional:"" help:"A FEN, or moves from the goal's position; the goal's position if it is not given."`
}

func (proveShowCommand) Help() string {
	return `Prints what the tree knows of a position: bounds of its value, the engine's score, what was done, and the same for
each move. Values and scores are for the side to move in the position. A store cannot be shown while "zonda prove serve"
works on it: stop that, and go on with it later.

Examples:
  zonda prove show --store ending.tree
  zonda prove show --store ending.tree 18-15 10x19
  zonda prove show --store ending.tree W:W18,19,22,26,29:B3,5,8,10,12`
}

func (c *proveShowCommand) Run() error {
	return prooftree.Show(c.Store, strings.Join(c.Position, " "), cli.Stdout)
}
