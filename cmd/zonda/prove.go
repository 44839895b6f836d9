package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/proving"
	"github.com/zonda-checkers/zonda/cmd/internal/work/jobs"
)

// proveCommand holds the commands for proofs.
type proveCommand struct {
	Position provePositionCommand `cmd:"" default:"withargs" help:"Prove the value of one position (the default)."`
	List     proveListCommand     `cmd:"" help:"Prove the values of many positions, and count what was proven."`
	Check    proveCheckCommand    `cmd:"" help:"Check certificates of proofs."`
	Serve    proveServeCommand    `cmd:"" help:"Grow a tree of proofs for a goal, for hours or weeks."`
	Status   proveStatusCommand   `cmd:"" help:"Print how far a proof tree is."`
	Show     proveShowCommand     `cmd:"" help:"Print what a proof tree knows of a position."`
	Export   proveExportCommand   `cmd:"" help:"Write the certificates of a proof tree."`
	Import   proveImportCommand   `cmd:"" help:"Add the answers of another proof to a tree."`
	Backup   proveBackupCommand   `cmd:"" help:"Copy a proof tree and compare the copy."`
}

type provePositionCommand struct {
	FEN         board.Position `arg:"" name:"fen" help:"The position, as PDN writes it."`
	AtLeast     string         `help:"Prove that the side to move has at least this: draw or win." placeholder:"VALUE"`
	Win         bool           `help:"Prove that the side to move wins."`
	Value       bool           `help:"Prove the value (the default)."`
	Pieces      int            `help:"Lines end at database positions of up to N pieces; all that the databases have if it is not given." placeholder:"N" min:"0"`
	Time        time.Duration  `help:"Give up after this time (10s if there is no budget either)." placeholder:"TIME" min:"0"`
	Budget      uint64         `help:"Give up after NODES nodes a question: the same result on every machine." placeholder:"NODES"`
	Threads     int            `help:"With 2, the two questions of a value are solved side by side (default ${default})." default:"1" placeholder:"N" min:"1"`
	Table       int            `help:"Memory in MiB (default ${default})." default:"512" placeholder:"MIB" min:"4" max:"262144"`
	EGDB        string         `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR"`
	Bounds      string         `help:"Directory with bounds of values, which end lines too; there is then no certificate." placeholder:"DIR"`
	Certificate string         `help:"Write what proves the answer; with --value a file for each bound." placeholder:"FILE.proof"`
	JSON        bool           `name:"json" help:"Print one JSON object, on the last line."`

	jobs.Flags
}

func (c provePositionCommand) Help() string {
	return `Values are those of best play without a move rule, where a repetition wins for nobody; they are for the side
to move. The exit status is 0 if the goal is proven, and 3 if it is disproven or stays open. Ctrl-C ends the proof,
prints what is known and leaves status 1. docs/proofs.md describes the solver and the certificates. With --on, workers
answer the questions, --time counts from when a worker begins, and the certificates are checked here.

Examples:
  zonda prove B:WK4,23,26:B1,K20,24
  zonda prove B:WK4,23,26:B1,K20,24 --win --pieces 4 --budget 1000000
  zonda prove W:W18,19,22,26,29:B3,5,8,10,12 --at-least draw --time 1m --certificate draw.proof
  zonda prove W:W18,19,22,26,29:B3,5,8,10,12 --value --threads 2 --json
  zonda prove W:W18,19,22,26,29:B3,5,8,10,12 --budget 50000000 --on nats://TOKEN@192.168.1.5:4222`
}

// Validate is called by the command line parser.
func (c *provePositionCommand) Validate() error {
	goals := 0
	for _, given := range []bool{c.AtLeast != "", c.Win, c.Value} {
		if given {
			goals++
		}
	}
	switch {
	case c.AtLeast != "" && c.AtLeast != string(proving.Draw) && c.AtLeast != string(proving.Win):
		return fmt.Errorf("--at-least %s: want draw or win", board.Quote(c.AtLeast))
	case goals > 1:
		return errors.New("--at-least, --win and --value: only one of them")
	case c.Threads > 1 && c.On != "":
		return errors.New("--threads is of this machine: with --on the workers answer the questions, each on a thread")
	case c.Bounds != "" && (c.Certificate != "" || c.On != ""):
		return errors.New("--bounds does not go with --certificate or --on: certificates name databases of values only")
	}
	return nil
}

// goal returns what is to be proven.
func (c *provePositionCommand) goal() proving.Goal {
	switch {
	case c.Win:
		return proving.Win
	case c.AtLeast != "":
		return proving.Goal(c.AtLeast)
	}
	return proving.Value
}

func (c *provePositionCommand) Run(ctx context.Context) error {
	if err := cli.CheckFolders(c.Certificate); err != nil { // before long work
		return err
	}
	s := proving.Settings{
		Position: c.FEN, Goal: c.goal(), Pieces: c.Pieces, Time: c.Time, Budget: c.Budget, Threads: c.Threads,
		Table: c.Table, Databases: c.EGDB, Bounds: c.Bounds, Certificate: c.Certificate, JSON: c.JSON,
	}
	if c.On != "" {
		s.Elsewhere = c.Provers()
	}
	verdict, err := proving.Run(ctx, s, cli.Stdout)
	if err != nil {
		return err
	}
	return verdictStatus(ctx, verdict)
}

// verdictStatus returns the exit status of a command that has printed a verdict, as an error: none if the goal is proven.
func verdictStatus(ctx context.Context, v proving.Verdict) error {
	switch {
	case v == proving.Proven:
		return nil
	case v == proving.Open && ctx.Err() != nil:
		return cli.Failed // it was interrupted
	}
	return cli.NotProven
}
