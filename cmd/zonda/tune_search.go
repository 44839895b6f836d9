package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/book/openings"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/endings"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/searchtune"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/search"
)

type searchCommand struct {
	Out string `required:"" help:"The journal: the same command goes on after its last iteration." placeholder:"FILE"`
	searchtune.Settings
	Openings    []string `help:"${decks_to_learn} (default ${default})." default:"11man,wide,3move" placeholder:"DECK"`
	Parameters  []string `help:"Tune these parameters only (default: all)." placeholder:"NAME"`
	From        []string `help:"Start from other values than those of the program." placeholder:"NAME=VALUE"`
	Evaluation  string   `help:"The evaluation of both sides: network or linear (default ${default})." enum:"${evaluations}" default:"${evaluation}" placeholder:"NAME"`
	Network     string   `help:"A network file for both sides, in place of the network in the program." placeholder:"FILE"`
	Seed        uint64   `help:"Decides the openings and the perturbations (default ${default})." default:"1" placeholder:"N"`
	Concurrency int      `help:"Games at once (default: one a CPU)." placeholder:"N" min:"0"`
	Plot        string   `help:"Draw how the parameters have moved." placeholder:"FILE.svg|png" endings:".svg,.png"`
	JSON        bool     `name:"json" help:"Print one JSON object in the end instead of tables."`
}

// defaultTuneMovetime is the time for a move if there is no limit at all.
const defaultTuneMovetime = 20 * time.Millisecond

func (searchCommand) Help() string {
	return fmt.Sprintf(`Each iteration moves all parameters at once to one side and to the other, plays pairs of games between the two
searches, and moves the parameters a little towards the side that won more (SPSA). Endings of up to six pieces are decided
by the databases of the program. In the end it prints the parameters as Go code, and the matches that judge them:
docs/tuning.md.

Parameters: %s

Examples:
  zonda tune search --out spsa.journal --plot spsa.svg
  zonda tune search --out spsa.journal --openings 11man,wide --movetime 50ms --iterations 2000
  zonda tune search --out margins.journal --parameters deficit,compensation,futility-margin --from deficit=50
  zonda tune search --out spsa.journal --nodes 5000 --seed 2`, search.ParameterNames())
}

// Validate is called by the command line parser.
func (c *searchCommand) Validate() error {
	if c.MoveTime == 0 && c.Nodes == 0 {
		c.MoveTime = defaultTuneMovetime
	}
	if c.Pairs == 0 {
		const pairsPerCPU = 2 // at the end of an iteration CPUs wait for the longest game: more pairs, less waiting
		c.Pairs = pairsPerCPU * runtime.NumCPU()
	}
	if c.Concurrency == 0 {
		c.Concurrency = runtime.NumCPU()
	}
	start, err := search.DefaultParameters().With(c.From...)
	if err != nil {
		return fmt.Errorf("from: %w", err)
	}
	c.Settings.Seed, c.Start, c.Tuned = c.Seed, start, c.Parameters
	if len(c.Tuned) == 0 {
		c.Tuned = search.ParameterNames()
	}
	return c.Check()
}

func (c searchCommand) Run(ctx context.Context) error {
	if err := cli.CheckFiles(cli.FileFlag{Name: "out", Path: c.Out}, cli.FileFlag{Name: "plot", Path: c.Plot}); err != nil {
		return err
	}
	if err := file.Check(c.Out); err != nil {
		return fmt.Errorf("out: %w", err)
	}
	t, err := c.tuning()
	if err != nil {
		return err
	}
	databases, err := endings.OpenSound("")
	if err != nil {
		return err
	}
	t.Databases = databases
	return errors.Join(c.tune(ctx, t), databases.Close())
}

// tuning returns the tuning that the flags say, without databases.
func (c searchCommand) tuning() (*searchtune.Tuning, error) {
	t := &searchtune.Tuning{Settings: c.Settings, Workers: c.Concurrency}
	var names []string
	for _, suite := range c.Openings {
		from, err := openToLearn(suite)
		if err != nil {
			return nil, err
		}
		names, t.Suites = append(names, openings.FullName(suite)), append(t.Suites, from)
	}
	evaluator, err := learn.Evaluator(c.Evaluation, c.Network)
	if err != nil {
		return nil, err
	}
	t.Evaluator = evaluator
	t.Settings.Openings, t.Settings.Evaluation = strings.Join(names, ","), t.Evaluator.Note()
	return t, nil
}

// tune runs the tuning and prints what it found, also after an interruption.
func (c searchCommand) tune(ctx context.Context, t *searchtune.Tuning) error {
	journal, err := searchtune.OpenJournal(c.Out, t.Settings)
	if err != nil {
		return err
	}
	out := cli.NewMeter(cli.Lines(c.JSON))
	failed := t.Run(ctx, journal, progress(out, t.Settings, journal))
	out.Clear()
	climb := learn.NewClimb(t.Settings, journal.Iterations())
	failed = cli.Interrupted(ctx, failed, fmt.Sprintf("the same command goes on after iteration %d in %s", climb.Done, c.Out))
	return errors.Join(failed, c.conclude(climb), journal.Close())
}

// conclude prints and draws what a tuning has found so far.
func (c searchCommand) conclude(climb learn.Climb) error {
	var err error
	if c.JSON {
		err = cli.WriteJSON(cli.Stdout, climb)
	} else {
		err = climb.Print(cli.Stdout, os.Args[0], c.engineOptions())
	}
	if c.Plot != "" {
		err = errors.Join(err, climb.Chart().Save(c.Plot))
	}
	return err
}

// engineOptions returns how zonda match gives an engine the evaluation of the flags, "" for that of the program.
func (c searchCommand) engineOptions() string {
	var options []string
	if c.Evaluation != engine.Evaluations()[0] {
		options = append(options, "option.Evaluation="+c.Evaluation)
	}
	if c.Network != "" {
		path, err := filepath.Abs(c.Network)
		if err != nil {
			path = c.Network
		}
		options = append(options, fmt.Sprintf("option.NetworkFile=%q", path))
	}
	return strings.Join(options, " ")
}

// progressInterval is the least time between two lines about the progress.
const progressInterval = 30 * time.Second

// progress returns a function that shows after each iteration how far the tuning is.
func progress(out *cli.Meter, s searchtune.Settings, j *searchtune.Journal) func(searchtune.Iteration) {
	begin, before, printed := time.Now(), len(j.Iterations()), time.Now()
	return func(i searchtune.Iteration) {
		out.Step("tuning", "iterations", uint64(i.Number), uint64(s.Iterations))
		if time.Since(printed) < progressInterval && i.Number < s.Iterations {
			return
		}
		printed = time.Now()
		climb := learn.NewClimb(s, j.Iterations())
		each := time.Since(begin) / time.Duration(i.Number-before)
		left := each * time.Duration(s.Iterations-i.Number)
		out.Line("iteration %d of %d, %d games, %s left: %s", i.Number, s.Iterations, climb.Games(), left.Round(time.Second), climb.Now())
	}
}
