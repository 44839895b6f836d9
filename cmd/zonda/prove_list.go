package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/prooflist"
	"github.com/zonda-checkers/zonda/cmd/internal/proving"
)

type proveListCommand struct {
	Files        []string      `arg:"" name:"file" help:"Positions: CSV with a column fen, .epd or .txt with a FEN a line, CSV with a column moves (openings), PDN (all positions of the games)."`
	PiecesFrom   int           `help:"Only positions of at least N pieces." placeholder:"N" min:"0"`
	PiecesTo     int           `help:"Only positions of up to N pieces." placeholder:"N" min:"0"`
	Sample       int           `help:"Only N positions, chosen at random." placeholder:"N" min:"0"`
	Seed         uint64        `help:"Which positions are chosen (default ${default})." default:"1" placeholder:"N"`
	Pieces       int           `help:"Lines end at database positions of up to N pieces; all that the databases have if it is not given." placeholder:"N" min:"0"`
	Time         time.Duration `help:"Time for a position (10s if there is no budget either)." placeholder:"TIME" min:"0"`
	Budget       uint64        `help:"Nodes for each of the two questions of a position: the same results on every machine." placeholder:"NODES"`
	Table        int           `help:"Memory in MiB (default ${default})." default:"512" placeholder:"MIB" min:"4" max:"262144"`
	EGDB         string        `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR"`
	Bounds       string        `help:"Directory with bounds of values, which end lines too; there are then no certificates." placeholder:"DIR"`
	Out          string        `help:"Keep the results, a line of JSON a position; the same command goes on where it stopped." placeholder:"FILE.jsonl"`
	Certificates string        `help:"Write the certificates to a directory." placeholder:"DIR"`
	JSON         bool          `name:"json" help:"Print one JSON object instead of lines."`
}

func (c proveListCommand) Help() string {
	return `Proves the value of each position and prints a line for each, then a table. Seconds are of processor time.
docs/proofs.md describes the solver.

Examples:
  zonda prove list testdata/problems.csv --pieces-from 7
  zonda prove list games.pdn --pieces-from 8 --pieces-to 12 --sample 500 --time 60s --out results.jsonl
  zonda prove list unlisted.epd --budget 5000000 --certificates proofs`
}

// Validate is called by the command line parser.
func (c *proveListCommand) Validate() error {
	switch {
	case c.PiecesTo > 0 && c.PiecesTo < c.PiecesFrom:
		return fmt.Errorf("pieces-to %d is less than pieces-from %d", c.PiecesTo, c.PiecesFrom)
	case c.Bounds != "" && c.Certificates != "":
		return errors.New("--bounds does not go with --certificates: they name databases of values only")
	}
	return nil
}

func (c *proveListCommand) Run(ctx context.Context) error {
	if err := cli.CheckFolders(c.Out, c.Certificates); err != nil { // before long work
		return err
	}
	if err := cli.NotAnInput(c.Out, c.Files); err != nil {
		return err
	}
	if c.Time == 0 && c.Budget == 0 {
		c.Time = proving.DefaultTime
	}
	return prooflist.Run(ctx, prooflist.Settings{
		Files:  c.Files,
		Choice: prooflist.Choice{Least: c.PiecesFrom, Most: c.PiecesTo, Sample: c.Sample, Seed: c.Seed},
		Leaves: c.Pieces, Time: c.Time, Budget: c.Budget, Table: c.Table, Databases: c.EGDB, Bounds: c.Bounds,
		Out: c.Out, Certificates: c.Certificates, JSON: c.JSON,
	}, cli.Stdout)
}
