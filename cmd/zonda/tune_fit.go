package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/engine/file"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/tune"
)

type fitCommand struct {
	Folders     []string `arg:"" name:"dir" help:"Folders of samples, made by zonda tune selfplay."`
	Out         string   `required:"" help:"The file of weights." placeholder:"FILE"`
	Epochs      int      `help:"Passes over the samples (default ${default})." default:"4" placeholder:"N"`
	Seed        uint64   `help:"Decides the order of the samples (default ${default})." default:"1" placeholder:"N"`
	ResultShare float64  `help:"How much of what is learned is the game's result; the rest is the search's score (default ${default})." default:"0.7" placeholder:"X"`
	Shrink      float64  `help:"Pull towards zero: samples against which an entry has to hold its own (default ${default})." default:"20" placeholder:"X"`
	Rate        float64  `help:"Rate of learning (default ${default})." default:"0.15" placeholder:"X"`
	Heuristics  bool     `help:"Learn the weights of the heuristics, too."`
}

func (fitCommand) Help() string {
	return `One file in twenty is held out, to see how well the weights do on games that they were not learned
from. The same samples and flags give the same weights, on any number of processors.

Examples:
  zonda tune fit samples --out eval/weights.bin
  zonda tune fit round1 round2 --out weights.bin --epochs 12 --shrink 2`
}

// Validate is called by the command line parser.
func (c *fitCommand) Validate() error {
	switch {
	case c.Epochs < 1:
		return fmt.Errorf("epochs %d is less than 1", c.Epochs)
	case !(c.ResultShare >= 0 && c.ResultShare <= 1):
		return fmt.Errorf("result-share %v is not between 0 and 1", c.ResultShare)
	case !(c.Shrink >= 0):
		return fmt.Errorf("shrink %v is less than 0", c.Shrink)
	case !(c.Rate > 0):
		return errors.New("rate is not above 0")
	}
	return nil
}

func (c fitCommand) Run(ctx context.Context) error {
	set, err := tune.Load(c.Folders...)
	if err != nil {
		return err
	}
	fmt.Printf("%d samples, %d positions to learn from, %d held out\n", set.Samples, len(set.Training), len(set.Held))
	positions := len(set.Training)
	fit := tune.Fit{Seed: c.Seed, Epochs: c.Epochs, ResultShare: c.ResultShare, Shrink: c.Shrink, Rate: c.Rate, Heuristics: c.Heuristics}
	begin := time.Now()
	var last tune.Loss
	l, err := fit.Run(ctx, set, func(epoch int, training, test tune.Loss) {
		fmt.Printf("epoch %2d: loss %.5f in training, %.5f held out; on results %.5f and %.5f; %s\n",
			epoch, training.Target, test.Target, training.Result, test.Result, time.Since(begin).Round(time.Second))
		last = test
	})
	if err != nil {
		return err
	}
	l.Note = fmt.Sprintf("%d positions of %d samples, %d epochs, seed %d, loss %.5f held out, %s",
		positions, set.Samples, c.Epochs, c.Seed, last.Target, time.Now().UTC().Format(time.DateOnly))
	for h, name := range eval.Heuristics() {
		fmt.Printf("%-15s", name.Name)
		for _, w := range l.Heuristics[h] {
			fmt.Printf("%9.2f", float64(w)*eval.LearnedUnit)
		}
		fmt.Println()
	}
	if err := file.WriteWhole(c.Out, func(w io.Writer) error { return l.Write(w) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(os.Stdout, "%s: %s\n", c.Out, l.Note)
	return err
}
