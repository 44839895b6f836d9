package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune/train"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/eval/network"
	"github.com/zonda-checkers/zonda/internal/file"
)

type trainCommand struct {
	Folders []string `arg:"" name:"dir" help:"Folders of samples, made by zonda tune selfplay."`
	Out     string   `required:"" help:"The file of the network." placeholder:"FILE"`
	From    string   `help:"A network to start from (default: random weights)." placeholder:"FILE"`
	train.Settings
	JSON bool   `name:"json" help:"Print a JSON object a line instead of text."`
	Plot string `help:"Draw the losses by epoch." placeholder:"FILE.svg|png" endings:".svg,.png"`
}

func (trainCommand) Help() string {
	return `About one file in twenty is held out, to see how well the network does on games that it does not learn from. The
losses are cross-entropies a position, in nats. The same samples, flags and first weights give the same network,
on any number of CPUs.

After each epoch the file FILE.checkpoint holds the state. A training that was stopped goes on with the same command. The
file is removed when the network is written.

Examples:
  zonda tune train samples --out zonda.net
  zonda tune train round1 round2 --out zonda.net --hidden 128 --plot losses.svg
  zonda tune train round3 --out new.net --from zonda.net --rate 0.002 --epochs 10`
}

// Validate is called by the command line parser.
func (c *trainCommand) Validate() error {
	s := c.settings(nil)
	return s.Check()
}

// settings returns the settings that the flags say, for a training that begins with the weights from, or with random
// weights if from is nil.
func (c *trainCommand) settings(from *network.Weights) train.Settings {
	s := c.Settings
	switch {
	case s.Hidden != 0:
	case from != nil:
		s.Hidden = from.Hidden
	default:
		s.Hidden = train.Default().Hidden
	}
	return s
}

// checkpointEnding is added to the name of the network for the name of the checkpoint.
const checkpointEnding = ".checkpoint"

func (c trainCommand) Run(ctx context.Context) error {
	if err := c.checkFiles(); err != nil { // before long work
		return err
	}
	lock, err := file.Acquire(c.Out, file.NoWait) // also for the checkpoint
	if err != nil {
		return err
	}
	return errors.Join(c.learn(ctx), lock.Release())
}

// learn learns the network and writes it.
func (c trainCommand) learn(ctx context.Context) error {
	var from *network.Weights
	if c.From != "" {
		n, err := engine.OpenNetwork(c.From)
		if err != nil {
			return err
		}
		from = n.Weights()
	}
	data, err := learn.LoadSamples(ctx, true, c.Folders)
	if err != nil {
		return cli.Interrupted(ctx, err, "no network was written")
	}
	run, err := train.Begin(c.settings(from), data, from, c.Out+checkpointEnding)
	if err != nil {
		return err
	}
	out := learn.NewTrainingPrinter(cli.Stdout, c.JSON)
	out.Begin(data, run.Epochs())
	if err := out.Learn(ctx, run, c.Epochs*len(data.Training)); err != nil {
		return cli.Interrupted(ctx, err, c.left(len(run.Epochs())))
	}
	if err := c.finish(ctx, run, data, out); err != nil {
		return cli.Interrupted(ctx, err, c.left(len(run.Epochs())))
	}
	return run.RemoveCheckpoint()
}

// checkFiles returns an error if a file could not be written at the end.
func (c trainCommand) checkFiles() error {
	if err := file.Check(c.Out); err != nil {
		return fmt.Errorf("out: %w", err)
	}
	return cli.CheckFiles(cli.FileFlag{Name: "out", Path: c.Out}, cli.FileFlag{Name: "plot", Path: c.Plot})
}

// left tells the user what remains of a training that was stopped after a number of epochs.
func (c trainCommand) left(epochs int) string {
	if epochs == 0 {
		return "no epoch is complete, and nothing was written"
	}
	return fmt.Sprintf("%s holds epoch %d of %d; the same command goes on after it", c.Out+checkpointEnding, epochs, c.Epochs)
}

// finish judges the network and writes it.
func (c trainCommand) finish(ctx context.Context, run *train.Run, data *evaltune.Data, out *learn.TrainingPrinter) error {
	weights := run.Weights()
	quantised, err := weights.Network()
	if err != nil {
		return err
	}
	rows, err := run.Judge(ctx, quantised)
	if err != nil {
		return err
	}
	weights.Note = c.note(weights.Hidden, data, rows)
	if quantised, err = weights.Network(); err != nil {
		return err
	}
	if err := file.WriteWhole(c.Out, func(w io.Writer) error { return quantised.Write(w) }); err != nil {
		return err
	}
	out.End(c.Out, quantised.Note(), rows)
	if err := out.Err(); err != nil || c.Plot == "" {
		return err
	}
	return learn.TrainingChart(run.Epochs()).Save(c.Plot)
}

// note returns one line on how a network was made.
func (c trainCommand) note(hidden int, data *evaltune.Data, rows []train.Row) string {
	var folders []string
	for _, folder := range c.Folders {
		folders = append(folders, filepath.Base(filepath.Clean(folder)))
	}
	begun := ""
	if c.From != "" {
		begun = "from " + filepath.Base(c.From) + ", "
	}
	var losses []string
	for _, row := range rows {
		if row.Name == "games" || row.Name == "leaves" {
			losses = append(losses, fmt.Sprintf("%s %.5f", row.Name, row.Quantised))
		}
	}
	const maximum = 500 // bytes, so that the note fits its file
	names := strings.Join(folders, " ")
	names = strings.ToValidUTF8(names[:min(len(names), maximum)], "")
	return fmt.Sprintf("%s: %d samples of %d files, %s%d columns, %d epochs, rate %v, batch %d, result share %v, seed %d; loss held out: %s",
		names, len(data.Training), data.Shards, begun, hidden, c.Epochs, c.Rate, c.Batch, c.ResultShare, c.Seed, strings.Join(losses, ", "))
}
