package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/tuning"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/internal/file"
)

type fitCommand struct {
	Folders []string `arg:"" name:"dir" help:"Folders of samples, made by zonda tune selfplay."`
	Out     string   `required:"" help:"The file of weights." placeholder:"FILE"`
	From    string   `help:"File of weights. Learning starts from its weights of the heuristics; the weights of the patterns start at 0 (default: the weights in the program)." placeholder:"FILE"`
	evaltune.Fit
}

func (fitCommand) Help() string {
	return `One file in twenty is held out, to see how well the weights do on games that they were not learned
from. The same samples, flags and starting weights give the same weights, on any number of processors.

Examples:
  zonda tune fit samples --out eval/weights.bin
  zonda tune fit round1 round2 --out weights.bin --epochs 12 --shrink 2
  zonda tune fit samples --from hand-set.bin --out weights.bin`
}

func (c fitCommand) Run(ctx context.Context) error {
	if err := file.Check(c.Out); err != nil { // before long work
		return fmt.Errorf("out: %w", err)
	}
	from, err := tuning.ReadWeights(c.From)
	if err != nil {
		return err
	}
	c.Fit.From = from
	l, err := c.learn(ctx)
	if err != nil {
		return cli.Interrupted(ctx, err, "no weights were written")
	}
	if err := file.WriteWhole(c.Out, func(w io.Writer) error { return l.Write(w) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cli.Stdout, "%s: %s\n", c.Out, l.Note)
	return err
}

// learn learns weights and returns them with a note. It prints the loss after every epoch, and shows a
// bar.
func (c fitCommand) learn(ctx context.Context) (*eval.Learned, error) {
	set, err := tuning.LoadSamples(ctx, c.Folders)
	if err != nil {
		return nil, err
	}
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	positions, begin := len(set.Training), time.Now()
	out.Line("%d samples, %d positions to learn from, %d held out", set.Samples, positions, len(set.Held))
	if err := out.Err(); err != nil {
		return nil, err
	}
	var last evaltune.Loss
	l, err := c.Fit.Run(ctx, set, func(done int) {
		out.Step("learning", "positions", uint64(done), uint64(c.Epochs*positions))
	}, func(epoch int, training, test evaltune.Loss) {
		out.Line("epoch %2d: loss %.5f in training, %.5f held out; on results %.5f and %.5f; %s",
			epoch, training.Target, test.Target, training.Result, test.Result, time.Since(begin).Round(time.Second))
		last = test
	})
	if err != nil {
		return nil, err
	}
	l.Note = fmt.Sprintf("%d positions of %d samples, %d epochs, seed %d, loss %.5f held out, %s",
		positions, set.Samples, c.Epochs, c.Seed, last.Target, time.Now().UTC().Format(time.DateOnly))
	out.Clear()
	printHeuristics(out, l)
	return l, out.Err()
}

// printHeuristics prints a line for each heuristic: its weights by phase, in hundredths of a man.
func printHeuristics(out *cli.Meter, l *eval.Learned) {
	for h, heuristic := range eval.Heuristics() {
		text := fmt.Sprintf("%-15s", heuristic.Name)
		for _, w := range l.Heuristics[h] {
			text += fmt.Sprintf("%9.2f", float64(w)*eval.LearnedUnit)
		}
		out.Line("%s", text)
	}
}
