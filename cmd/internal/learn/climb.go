package learn

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/games/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune/train"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/searchtune"
	"github.com/zonda-checkers/zonda/search"
)

// Climb tells how a tuning of the search has moved parameters.
type Climb struct {
	Settings   searchtune.Settings `json:"settings"`
	Done       int                 `json:"iterations_done"`
	Won        int                 `json:"won"` // games won by the plus side; half of the decided games are to be expected
	Drawn      int                 `json:"drawn"`
	Lost       int                 `json:"lost"`
	Moved      []Movement          `json:"parameters"`
	Found      string              `json:"found"` // all parameters, as the flag --parameter takes them
	found      search.Parameters
	iterations []searchtune.Iteration
}

// Movement is how far one parameter has moved.
type Movement struct {
	Name  string  `json:"name"`
	Start int     `json:"start"`
	Now   float64 `json:"now"`
	Found int     `json:"found"` // Now rounded to the nearest whole number
}

// NewClimb returns how the iterations of a tuning have moved the parameters.
func NewClimb(s searchtune.Settings, iterations []searchtune.Iteration) Climb {
	c := Climb{Settings: s, Done: len(iterations), found: s.Start, iterations: iterations}
	for _, i := range iterations {
		c.Won, c.Drawn, c.Lost = c.Won+i.Won, c.Drawn+i.Drawn, c.Lost+i.Lost
	}
	var point []float64
	if c.Done > 0 {
		point = iterations[c.Done-1].Point
		c.found = s.Parameters(point)
	}
	for at, name := range s.Tuned {
		row, _ := search.FindParameter(name) // the settings are checked
		m := Movement{Name: name, Start: row.Of(s.Start), Found: row.Of(c.found)}
		if m.Now = float64(m.Start); point != nil {
			m.Now = point[at]
		}
		c.Moved = append(c.Moved, m)
	}
	c.Found = c.found.String()
	return c
}

// Games returns the number of games played.
func (c Climb) Games() int { return c.Won + c.Drawn + c.Lost }

// Now returns the values of the tuned parameters in one line.
func (c Climb) Now() string {
	var values []string
	for _, m := range c.Moved {
		values = append(values, fmt.Sprintf("%s %.2f", m.Name, m.Now))
	}
	return strings.Join(values, ", ")
}

// Print writes a table of the parameters, the parameters as Go code, and the commands that judge them by games.
// Program is the name of this program in the commands. Engine holds the options with which zonda match gives both engines
// the evaluation of the tuning, "" for none.
func (c Climb) Print(w io.Writer, program, engine string) error {
	p := cli.NewPrinter(w)
	p.Printf("%d of %d iterations, %d games: +%d =%d -%d for the plus side\n\n",
		c.Done, c.Settings.Iterations, c.Games(), c.Won, c.Drawn, c.Lost)
	p.Printf("%-18s%8s%10s%8s%10s%10s\n", "parameter", "start", "now", "found", "lowest", "highest")
	for _, m := range c.Moved {
		row, _ := search.FindParameter(m.Name)
		p.Printf("%-18s%8d%10.2f%8d%10d%10d\n", m.Name, m.Start, m.Now, m.Found, row.Lowest, row.Highest)
	}
	if c.found == c.Settings.Start {
		p.Printf("\nNo parameter has moved to another whole number.\n")
		return p.Err()
	}
	p.Printf("\nFor the table in search/parameters.go:\n\n%s\n", goParameters(c.found))
	p.Printf("To judge them:\n\n")
	for _, suite := range []string{"edge-heldout", "11man"} {
		p.Printf("%s\n", c.matchCommand(suite, program, engine))
	}
	return p.Err()
}

// goParameters returns the first line of each row of search.ParameterTable, with the parameters as defaults.
func goParameters(p search.Parameters) string {
	var text strings.Builder
	for _, row := range search.ParameterTable() {
		fmt.Fprintf(&text, "\t\t{%q, %d, %d, %d, %d, %q,\n", row.Name, row.Of(p), row.Lowest, row.Highest, row.Step, row.Meaning)
	}
	return text.String()
}

// judgeMoveTime returns the time a move of the match that judges parameters: longer than that of the tuning, since
// parameters that are good in short searches only are no use.
func (c Climb) judgeMoveTime() time.Duration {
	const minimum, longer = 100 * time.Millisecond, 2
	return max(minimum, longer*c.Settings.MoveTime)
}

// matchCommand returns the command that lets the parameters found play against those of the start, at equal time.
func (c Climb) matchCommand(suite, program, engine string) string {
	if engine != "" {
		engine = " " + engine
	}
	side := func(name string, p search.Parameters) string {
		command := program + " protocol"
		if changes := changes(p); changes != "" {
			command += " --parameter " + changes
		}
		return fmt.Sprintf(`--engine 'name=%s cmd="%s"%s'`, name, command, engine)
	}
	return fmt.Sprintf("%s match %s %s --movetime %d --openings %s", program,
		side("tuned", c.found), side("start", c.Settings.Start), c.judgeMoveTime().Milliseconds(), suite)
}

// changes returns the values in which p differs from the default parameters, as the flag --parameter takes them.
func changes(p search.Parameters) string {
	var values []string
	for _, row := range search.ParameterTable() {
		if value := row.Of(p); value != row.Of(search.DefaultParameters()) {
			values = append(values, fmt.Sprintf("%s=%d", row.Name, value))
		}
	}
	return strings.Join(values, ",")
}

// chartPoints is the largest number of points of a line in the chart.
const chartPoints = 1000

// Chart draws how far the parameters have moved from their start, in steps.
func (c Climb) Chart() chart.Chart {
	drawn := chart.Chart{Title: "Parameters of the search", X: "iterations", Y: "distance from the start in steps"}
	every := max(1, c.Done/chartPoints)
	for at, m := range c.Moved {
		row, _ := search.FindParameter(m.Name)
		line := chart.Series{Name: m.Name, X: []float64{0}, Y: []float64{0}}
		for n, i := range c.iterations {
			if (n+1)%every == 0 || n+1 == c.Done {
				line.X = append(line.X, float64(i.Number))
				line.Y = append(line.Y, (i.Point[at]-float64(m.Start))/float64(row.Step))
			}
		}
		drawn.Series = append(drawn.Series, line)
	}
	return drawn
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
func (p *TrainingPrinter) Begin(data *evaltune.Data, epochs []train.Epoch) {
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
