package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/farm/jobs"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs"
	"github.com/zonda-checkers/zonda/cmd/internal/proofs/prooftree"
	"github.com/zonda-checkers/zonda/search/proof/tree"
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
	AtLeast string `help:"Prove that the side to move has at least this: draw or win." placeholder:"VALUE" xor:"goal"`
	Win     bool   `help:"Prove that the side to move wins." xor:"goal"`
	Value   bool   `help:"Prove the value (the default)." xor:"goal"`

	proofs.PositionSettings
	proofs.Settings
	jobs.Flags
}

func (c provePositionCommand) Help() string {
	return `Values are those of best play without a move rule, where a repetition wins for nobody; they are for the side
to move. The exit status is 0 if the goal is proven, and 3 if it is disproven or stays open. Ctrl-C ends the proof,
prints what is known and leaves status 1; the same command goes on. docs/proofs.md describes the solver and the certificates. With --on, workers
answer the questions, --movetime counts from when a worker begins, and the certificates are checked here.

--retrograde is for endings with few men that can move: it solves what games can come to, which takes minutes, and
then knows what to prove. It finds draws that no search finds. After Ctrl-C it begins anew.

Examples:
  zonda prove B:WK4,23,26:B1,K20,24
  zonda prove W:W11,K15,K22:BK4,5,23,28 --at-least draw --retrograde --hash 4000 --certificate triangle.proof
  zonda prove B:WK4,23,26:B1,K20,24 --win --pieces 4 --nodes 1000000
  zonda prove W:W18,19,22,26,29:B3,5,8,10,12 --at-least draw --movetime 1m --certificate draw.proof
  zonda prove W:W18,19,22,26,29:B3,5,8,10,12 --value --threads 2 --json
  zonda prove W:W18,19,22,26,29:B3,5,8,10,12 --nodes 50000000 --on nats://producer:TOKEN@192.168.1.5:4222`
}

// Validate is called by the command line parser.
func (c *provePositionCommand) Validate() error {
	switch {
	case c.AtLeast != "" && c.AtLeast != string(proofs.Draw) && c.AtLeast != string(proofs.Win):
		return fmt.Errorf("--at-least %s: want draw or win", board.Quote(c.AtLeast))
	case c.Threads > 1 && c.On != "":
		return errors.New("--threads is of this host: with --on the workers answer the questions, each on a thread")
	case c.Retrograde && (c.Bounds != "" || c.On != ""):
		return errors.New("--retrograde does not go with --bounds or --on")
	case c.Bounds != "" && (c.Certificate != "" || c.On != ""):
		return errors.New("--bounds does not go with --certificate or --on: certificates name databases of values only")
	}
	return nil
}

// goal returns what is to be proven.
func (c *provePositionCommand) goal() proofs.Goal {
	switch {
	case c.Win:
		return proofs.Win
	case c.AtLeast != "":
		return proofs.Goal(c.AtLeast)
	}
	return proofs.Value
}

func (c *provePositionCommand) Run(ctx context.Context) error {
	if err := cli.CheckFolders(c.Certificate); err != nil { // before long work
		return err
	}
	c.Goal = c.goal()
	if c.On != "" {
		c.Remote = c.Provers
	}
	verdict, err := proofs.Run(ctx, c.Settings, c.PositionSettings, cli.Stdout)
	if err != nil {
		return err
	}
	return verdictStatus(ctx, verdict)
}

// verdictStatus returns the exit status of a command that has printed a verdict, as an error: none if the goal is proven.
func verdictStatus(ctx context.Context, v proofs.Verdict) error {
	switch {
	case v == proofs.Proven:
		return nil
	case v == proofs.Open && ctx.Err() != nil:
		return cli.Failed // it was interrupted
	}
	return cli.NotProven
}

type proveBackupCommand struct {
	Store string `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	Out   string `arg:"" help:"The copy, a file that is not there yet."`
}

func (proveBackupCommand) Help() string {
	return `Reads the whole store, copies it with its FILE.status and compares the copy with what was written. Stop "zonda prove serve"
first.

Example:
  zonda prove backup --store ending.tree /mnt/ending.tree`
}

func (c *proveBackupCommand) Run() error {
	return prooftree.Backup(c.Store, c.Out, cli.Stdout)
}

type proveImportCommand struct {
	Store string `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	Dir   string `arg:"" help:"A directory of certificates with its manifest.json."`
	EGDB  string `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR" holds:"*.zdb"`
}

func (proveImportCommand) Help() string {
	return `Adds the answers of another proof to a store. Every certificate is checked first; if one is wrong, nothing is changed.

Example:
  zonda prove import --store ending.tree facts`
}

func (c *proveImportCommand) Run(ctx context.Context) error {
	return prooftree.Import(ctx, c.Store, c.EGDB, c.Dir, cli.Stdout)
}

type proveExportCommand struct {
	Store   string `required:"" help:"The file of the proof tree." placeholder:"FILE"`
	Out     string `required:"" help:"A directory for the certificates, empty or not there." placeholder:"DIR"`
	Minimal bool   `help:"Write only what the goal needs; without it all certificates of the store."`
	EGDB    string `name:"egdb" help:"Directory with slice files; the databases in the program fill what it does not have." placeholder:"DIR" holds:"*.zdb"`
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
	report.Store = c.Store // which may be a copy
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

type proveServeCommand struct {
	Goal    string `help:"A position and a bound on its value." placeholder:"\"FEN >= draw\"" xor:"goal"`
	Opening string `help:"Moves from the starting position and a bound on the value of the position after them." placeholder:"\"12-16 24-19 10-14 <= draw\"" xor:"goal"`

	prooftree.Settings
	jobs.Flags
}

func (proveServeCommand) Help() string {
	return `Grows a tree of positions until the goal is proven or disproven, and keeps it in a store. Ctrl-C, a kill or a
failure of the host leave a store that the same command goes on from. A store knows its goal and --pieces, so that
--store alone is enough to go on.

Values are from Black's view, whichever side is to move. ">= draw" says that Black does not lose, "<= draw" that Black
does not win, ">= win" that Black wins, "<= loss" that White wins; "= win", "= draw" and "= loss" give the value.

The exit status is 0 if the goal is proven, 3 if it is disproven or stays open, and 1 after Ctrl-C.
docs/proofs.md describes the tree.

Examples:
  zonda prove serve --goal "W:W18,19,22,26,29:B3,5,8,10,12 >= draw" --store ending.tree
  zonda prove serve --store ending.tree
  zonda prove serve --goal "W:W18,19,22,26,29:B3,5,8,10,12 = draw" --store ending.tree --workers 2 --nodes 1000000
  zonda prove serve --goal "W:W18,19,22,26,29:B3,5,8,10,12 = draw" --store ending.tree --on nats://producer:TOKEN@192.168.1.5:4222
  zonda prove serve --opening "12-16 24-19 10-14 <= draw" --store white.tree --line games.pdn --egdb ~/egdb`
}

// Validate is called by the command line parser.
func (c *proveServeCommand) Validate() error {
	_, err := c.goal()
	return err
}

func (c *proveServeCommand) Run(ctx context.Context) (err error) {
	if err := cli.CheckFolders(c.Store); err != nil {
		return err
	}
	if c.Settings.Goal, err = c.goal(); err != nil {
		return err
	}
	if c.On != "" {
		c.Remote = c.TreeQueues
	}
	verdict, err := prooftree.Serve(ctx, c.Settings, cli.Stdout)
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
