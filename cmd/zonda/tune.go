package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/zonda-checkers/zonda/cmd/internal/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune/train"
	"github.com/zonda-checkers/zonda/engine"
)

// tuneCommand holds the tools that make and judge the weights of the evaluation, and that tune the search.
type tuneCommand struct {
	Selfplay selfplayCommand `cmd:"" help:"Play games and keep their quiet positions with what became of them."`
	Fit      fitCommand      `cmd:"" help:"Learn weights from samples."`
	Train    trainCommand    `cmd:"" help:"Learn a network from samples."`
	Report   reportCommand   `cmd:"" help:"Say how well weights tell results: losses, calibration, what matters most."`
	Search   searchCommand   `cmd:"" help:"Tune the parameters of the search by games."`
}

// evaluationNames returns the variables that stand for the names of the evaluations in tags of flags.
func evaluationNames() kong.Vars {
	names := engine.Evaluations()
	return kong.Vars{"evaluation": names[0], "evaluations": strings.Join(names, ",")}
}

// fitDefaults returns the variables that stand for the defaults of a fit in tags of flags.
func fitDefaults() kong.Vars {
	fit := evaltune.DefaultFit()
	return kong.Vars{
		"fit_epochs":       fmt.Sprint(fit.Epochs),
		"fit_seed":         fmt.Sprint(fit.Seed),
		"fit_result_share": fmt.Sprint(fit.ResultShare),
		"fit_shrink":       fmt.Sprint(fit.Shrink),
		"fit_rate":         fmt.Sprint(fit.Rate),
		"fit_heuristics":   fmt.Sprint(fit.Heuristics),
	}
}

// trainDefaults returns the variables that stand for the defaults of a training in tags of flags.
func trainDefaults() kong.Vars {
	s := train.Default()
	return kong.Vars{
		"train_hidden":       fmt.Sprint(s.Hidden),
		"train_epochs":       fmt.Sprint(s.Epochs),
		"train_batch":        fmt.Sprint(s.Batch),
		"train_rate":         fmt.Sprint(s.Rate),
		"train_result_share": fmt.Sprint(s.ResultShare),
		"train_seed":         fmt.Sprint(s.Seed),
	}
}
