package main

import (
	"context"
	"errors"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooftree"
	"github.com/zonda-checkers/zonda/cmd/internal/work/jobs"
	"github.com/zonda-checkers/zonda/search/proof/tree"
)

type proveServeCommand struct {
	Goal    string   `help:"A position and a bound on its value." placeholder:"\"FEN >= draw\""`
	Opening string   `help:"Moves from the starting position and a bound on the value of the position after them." placeholder:"\"12-16 24-19 10-14 <= draw\""`
	Store   string   `required:"" help:"The file of the proof tree; made if it is not there, otherwise the proof goes on." placeholder:"FILE"`
	Workers int      `help:"Items that are solved at once; 0 for as many as there are processors, with --on as many as all workers have threads." default:"0" placeholder:"N" min:"0" max:"1024"`
	Line    []string `help:"Games whose moves are looked at first." placeholder:"FILE.pdn"`
	Budget  uint64   `help:"Nodes of an item; 0 for those of the store, or 5000000 for a new store." default:"0" placeholder:"NODES"`
	Table   int      `help:"Memory in MiB, of which each worker has one part of --workers, with --on too (default ${default})." default:"512" placeholder:"MIB" min:"4" max:"262144"`
	EGDB    string   `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR"`
	Pieces  int      `help:"Lines end at database positions of up to N pieces; those of the store if it is not given, for a new store all that the databases have." placeholder:"N" min:"0"`
	Ordered bool     `help:"Use results in the order of their items: the same tree on every machine, if --workers and --table are the same. Fast workers may have to wait for slow ones."`

	jobs.Flags
}

func (proveServeCommand) Help() string {
	return `Grows a tree of positions until the goal is proven or disproven, and keeps it in a store. Ctrl-C, a kill or a
failure of the machine leave a store that the same command goes on from. A store knows its goal and --pieces, so that
--store alone is enough to go on.

Values are from Black's view, whichever side is to move. ">= draw" says that Black does not lose, "<= draw" that Black
does not win, ">= win" that Black wins, "<= loss" that White wins; "= win", "= draw" and "= loss" give the value.

The exit status is 0 if the goal is proven, 3 if it is disproven or stays open, and 1 after Ctrl-C.
docs/proofs.md describes the tree.

Examples:
  zonda prove serve --goal "W:W18,19,22,26,29:B3,5,8,10,12 >= draw" --store ending.tree
  zonda prove serve --store ending.tree
  zonda prove serve --goal "W:W18,19,22,26,29:B3,5,8,10,12 = draw" --store ending.tree --workers 2 --budget 1000000
  zonda prove serve --goal "W:W18,19,22,26,29:B3,5,8,10,12 = draw" --store ending.tree --on nats://TOKEN@192.168.1.5:4222
  zonda prove serve --opening "12-16 24-19 10-14 <= draw" --store white.tree --line games.pdn --egdb ~/egdb`
}

// Validate is called by the command line parser.
func (c *proveServeCommand) Validate() error {
	if c.Goal != "" && c.Opening != "" {
		return errors.New("--goal and --opening: only one of them")
	}
	_, err := c.goal()
	return err
}

func (c *proveServeCommand) Run(ctx context.Context) error {
	goal, err := c.goal()
	if err == nil {
		err = cli.CheckFolders(c.Store)
	}
	if err != nil {
		return err
	}
	s := prooftree.Settings{
		Goal: goal, Store: c.Store, Workers: c.Workers, Lines: c.Line, Budget: c.Budget, Table: c.Table,
		Databases: c.EGDB, Pieces: c.Pieces, Ordered: c.Ordered,
	}
	if c.On != "" {
		s.Elsewhere = c.TreeQueues()
	}
	verdict, err := prooftree.Serve(ctx, s, cli.Stdout)
	if err != nil {
		return err
	}
	return verdictStatus(ctx, verdict)
}

// goal returns the goal that is given, the zero value if the store has it.
func (c *proveServeCommand) goal() (tree.Goal, error) {
	switch {
	case c.Opening != "":
		return tree.ParseOpening(c.Opening)
	case c.Goal != "":
		return tree.ParseGoal(c.Goal)
	}
	return tree.Goal{}, nil
}
