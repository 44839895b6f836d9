package tuning

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/evaltune/train"
)

// LoadTrainingData reads all samples in some folders for the training of a network, and shows a bar meanwhile.
func LoadTrainingData(ctx context.Context, folders []string) (*train.Data, error) {
	out := cli.NewMeter(cli.Stdout)
	defer out.Clear()
	return train.Load(ctx, func(done, total int) { out.Step("loading", "files", uint64(done), uint64(total)) }, folders...)
}

// TrainingPrinter prints how the training of a network goes: lines of text or a JSON object a line.
type TrainingPrinter struct {
	out     *cli.Meter
	asJSON  bool
	samples int // to learn from
}

// NewTrainingPrinter returns a printer to a writer.
func NewTrainingPrinter(out io.Writer, asJSON bool) *TrainingPrinter {
	return &TrainingPrinter{out: cli.NewMeter(out), asJSON: asJSON}
}

// Err returns the first failure to print.
func (p *TrainingPrinter) Err() error { return p.out.Err() }

// trainingBegin is the JSON object at the beginning.
type trainingBegin struct {
	Files    int `json:"files"`
	Training int `json:"training"`
	Held     int `json:"held_out"`
	Epochs   int `json:"epochs_before"` // of a checkpoint
}

// trainingEpoch is the JSON object of an epoch.
type trainingEpoch struct {
	train.Epoch
	Speed float64 `json:"samples_per_second"`
}

// trainingEnd is the JSON object at the end.
type trainingEnd struct {
	File string      `json:"file"`
	Note string      `json:"note"`
	Held []train.Row `json:"held_out"`
}

// line prints an object in JSON.
func (p *TrainingPrinter) line(object any) {
	text, err := json.Marshal(object)
	if err != nil {
		panic(err) // the objects above always have a form in JSON
	}
	p.out.Line("%s", text)
}

// Begin prints what is learned from, and the epochs that are complete already.
func (p *TrainingPrinter) Begin(data *train.Data, epochs []train.Epoch) {
	p.samples = len(data.Training)
	if p.asJSON {
		p.line(trainingBegin{data.Shards, len(data.Training), len(data.Held), len(epochs)})
	} else {
		p.out.Line("%d files, %d samples to learn from, %d held out", data.Shards, len(data.Training), len(data.Held))
		if len(epochs) > 0 {
			p.out.Line("epochs in the checkpoint: %d", len(epochs))
		}
	}
	for _, e := range epochs {
		p.epoch(e)
	}
}

// Learn makes the epochs of a training that are missing. It prints a line after each and shows a bar. Total is
// the number of samples in all epochs together.
func (p *TrainingPrinter) Learn(ctx context.Context, run *train.Run, total int) error {
	defer p.out.Clear()
	return run.Learn(ctx, func(done int) { p.out.Step("learning", "samples", uint64(done), uint64(total)) }, p.epoch)
}

// epoch prints the line of an epoch.
func (p *TrainingPrinter) epoch(e train.Epoch) {
	speed := float64(p.samples) / e.Took.Seconds()
	if p.asJSON {
		p.line(trainingEpoch{e, speed})
		return
	}
	var held []string
	if e.Games.Positions > 0 {
		held = append(held, fmt.Sprintf("games %.5f, on results %.5f", e.Games.Target, e.Games.Result))
	}
	if e.Leaves.Positions > 0 {
		held = append(held, fmt.Sprintf("leaves %.5f", e.Leaves.Target))
	}
	p.out.Line("epoch %2d: loss %.5f in training; held out %s; rate %.6f, %.0f samples/s",
		e.Number, e.Training, strings.Join(held, "; "), e.Rate, speed)
}

// End prints the losses of the network that was written to the file name.
func (p *TrainingPrinter) End(name, note string, rows []train.Row) {
	if p.asJSON {
		p.line(trainingEnd{name, note, rows})
		return
	}
	p.out.Line("\n%-22s%10s%10s%11s%10s", "held out", "positions", "target", "quantised", "result")
	for _, r := range rows {
		result := ""
		if r.Result > 0 {
			result = fmt.Sprintf("%.5f", r.Result)
		}
		p.out.Line("%-22s%10d%10.5f%11.5f%10s", r.Name, r.Positions, r.Target, r.Quantised, result)
	}
	p.out.Line("\n%s: %s", name, note)
}

// TrainingChart draws the losses by epoch.
func TrainingChart(epochs []train.Epoch) chart.Chart {
	list := []chart.Series{{Name: "training"}, {Name: "games held out"}, {Name: "results of games held out"}, {Name: "leaves held out"}}
	add := func(i, epoch int, loss float64) {
		list[i].X, list[i].Y = append(list[i].X, float64(epoch)), append(list[i].Y, loss)
	}
	for _, e := range epochs {
		add(0, e.Number, e.Training)
		if e.Games.Positions > 0 {
			add(1, e.Number, e.Games.Target)
			add(2, e.Number, e.Games.Result)
		}
		if e.Leaves.Positions > 0 {
			add(3, e.Number, e.Leaves.Target)
		}
	}
	var drawn []chart.Series
	for _, s := range list {
		if len(s.X) > 0 {
			drawn = append(drawn, s)
		}
	}
	return chart.Chart{Title: "Training of a network", X: "epochs", Y: "loss, nats a position", Series: drawn}
}
