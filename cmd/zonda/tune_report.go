package main

import (
	"context"
	"encoding/json"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/tuning"
	"github.com/zonda-checkers/zonda/engine"
)

type reportCommand struct {
	Folders     []string `arg:"" name:"dir" help:"Folders of samples, made by zonda tune selfplay."`
	Weights     string   `help:"The weights to judge (default: those in the program)." placeholder:"FILE" xor:"judged"`
	Network     string   `help:"A network to judge instead of weights." placeholder:"FILE" xor:"judged"`
	ResultShare float64  `help:"How much of the target is the game's result; the rest is the search's score (default ${default})." default:"0.5" placeholder:"X" min:"0" max:"1"`
	JSON        bool     `name:"json" help:"Print one JSON object instead of tables."`
	Plot        string   `help:"Draw the calibration." placeholder:"FILE.svg|png" endings:".svg,.png"`
}

func (reportCommand) Help() string {
	return `Samples are divided as zonda tune fit does it. Losses are cross-entropies a position, in nats; a constant is
the one guess that is best for the positions of the row. Calibration compares what the evaluation promises the
side to move with the results. Importance is how much the loss grows when a part adds nothing and the others
stay as they are, and how much the part adds: both on the positions held out. A network has no such parts.

Examples:
  zonda tune report samples
  zonda tune report samples --weights weights.bin --plot calibration.svg
  zonda tune report samples --network zonda.net
  zonda tune report round1 round2 --json`
}

// nothingJudged tells the user what remains of an interrupted report.
const nothingJudged = "nothing was judged"

func (c reportCommand) Run(ctx context.Context) error {
	judge, note, err := c.judged()
	if err != nil {
		return err
	}
	if err := cli.CheckFolders(c.Plot); err != nil { // before long work
		return err
	}
	set, err := tuning.LoadSamples(ctx, c.Folders)
	if err != nil {
		return cli.Interrupted(ctx, err, nothingJudged)
	}
	judgement, err := judge(ctx, set)
	if err != nil {
		return cli.Interrupted(ctx, err, nothingJudged)
	}
	r := tuning.Report{Note: note, Samples: set.Samples, Judgement: judgement}
	if c.JSON {
		err = json.NewEncoder(cli.Stdout).Encode(r)
	} else {
		err = r.Print(cli.Stdout)
	}
	if err != nil || c.Plot == "" {
		return err
	}
	return r.Chart().Save(c.Plot)
}

// judgeFunc compares an evaluation with samples, and shows a bar meanwhile.
type judgeFunc func(ctx context.Context, set *evaltune.Set) (*evaltune.Judgement, error)

// judged returns how the weights or the network of the flags are judged, and the note of the file.
func (c reportCommand) judged() (judge judgeFunc, note string, err error) {
	fit := evaltune.DefaultFit()
	fit.ResultShare = c.ResultShare
	if c.Network != "" {
		n, err := engine.OpenNetwork(c.Network)
		if err != nil {
			return nil, "", err
		}
		return func(ctx context.Context, set *evaltune.Set) (*evaltune.Judgement, error) {
			out := cli.NewMeter(cli.Stdout)
			defer out.Clear()
			return fit.JudgeEvaluator(ctx, set, n, judgeProgress(out, set))
		}, n.Note(), nil
	}
	weights, err := tuning.ReadWeights(c.Weights)
	if err != nil {
		return nil, "", err
	}
	return func(ctx context.Context, set *evaltune.Set) (*evaltune.Judgement, error) {
		out := cli.NewMeter(cli.Stdout)
		defer out.Clear()
		return fit.Judge(ctx, set, weights, judgeProgress(out, set))
	}, weights.Note, nil
}

// judgeProgress returns a function that moves the bar to the number of positions so far.
func judgeProgress(out *cli.Meter, set *evaltune.Set) func(done int) {
	return func(done int) {
		out.Step("positions", "positions", uint64(done), uint64(len(set.Training)+len(set.Held)))
	}
}
