package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/zonda-checkers/zonda/engine/chart"
	"github.com/zonda-checkers/zonda/eval"
	"github.com/zonda-checkers/zonda/eval/tune"
)

type reportCommand struct {
	Folders     []string `arg:"" name:"dir" help:"Folders of samples, made by zonda tune selfplay."`
	Weights     string   `help:"The weights to judge (default: those in the program)." placeholder:"FILE"`
	ResultShare float64  `help:"How much of the target is the game's result; the rest is the search's score (default ${default})." default:"${fit_result_share}" placeholder:"X"`
	JSON        bool     `name:"json" help:"Print one JSON object instead of tables."`
	Plot        string   `help:"Draw the calibration." placeholder:"FILE.svg|png"`
}

func (reportCommand) Help() string {
	return `Samples are divided as zonda tune fit does it. Losses are cross-entropies a position, in nats; a constant is
the one guess that is best for the positions of the row. Calibration compares what the evaluation promises the
side to move with the results. Importance is how much the loss grows when a part adds nothing and the others
stay as they are, and how much the part adds: both on the positions held out.

Examples:
  zonda tune report samples
  zonda tune report samples --weights weights.bin --plot calibration.svg
  zonda tune report round1 round2 --json`
}

// Validate is called by the command line parser.
func (c *reportCommand) Validate() error {
	if !(c.ResultShare >= 0 && c.ResultShare <= 1) {
		return fmt.Errorf("result-share %v is not between 0 and 1", c.ResultShare)
	}
	if c.Plot == "" {
		return nil
	}
	if err := chart.Format(c.Plot); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return nil
}

// report is what the command prints.
type report struct {
	Note    string `json:"weights"` // how they were made
	Samples int    `json:"samples"` // before each position was taken once
	*tune.Judgement
}

// nothingJudged is what is left of a report that was interrupted.
const nothingJudged = "nothing was judged"

func (c reportCommand) Run(ctx context.Context) error {
	weights, err := readWeights(c.Weights)
	if err != nil {
		return err
	}
	if c.Plot != "" { // before long work
		if _, err := os.Stat(filepath.Dir(c.Plot)); err != nil {
			return err
		}
	}
	set, err := loadSamples(ctx, c.Folders)
	if err != nil {
		return interrupted(ctx, err, nothingJudged)
	}
	judgement, err := c.judge(ctx, set, weights)
	if err != nil {
		return interrupted(ctx, err, nothingJudged)
	}
	r := report{weights.Note, set.Samples, judgement}
	if c.JSON {
		err = json.NewEncoder(os.Stdout).Encode(r)
	} else {
		err = r.print(os.Stdout)
	}
	if err != nil || c.Plot == "" {
		return err
	}
	return r.calibrationChart().Save(c.Plot)
}

// judge shows a bar while it works.
func (c reportCommand) judge(ctx context.Context, set *tune.Set, weights *eval.Learned) (*tune.Judgement, error) {
	out := newMeter(os.Stdout)
	defer out.clear()
	fit := tune.DefaultFit()
	fit.ResultShare = c.ResultShare
	return fit.Judge(ctx, set, weights, func(done int) {
		out.step("positions", "positions", uint64(done), uint64(len(set.Training)+len(set.Held)))
	})
}
