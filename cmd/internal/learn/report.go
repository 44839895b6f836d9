package learn

import (
	"fmt"
	"io"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/games/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/evaltune"
	"github.com/zonda-checkers/zonda/eval"
)

// Report says how well weights predict the results of games.
type Report struct {
	Note    string `json:"weights"` // how they were made
	Samples int    `json:"samples"` // before positions that occur twice were removed
	*evaltune.Judgement
	Outcomes *evaltune.Outcomes `json:"outcomes"`
}

// Print writes tables, one after the other.
func (r Report) Print(w io.Writer) error {
	p := &tables{cli.NewPrinter(w)}
	p.line("weights: %s", r.Note)
	p.line("samples: %d", r.Samples)
	p.losses("training", r.Training)
	p.losses("held out", r.Held)
	p.calibration("evaluation", r.Calibration)
	for _, row := range r.ByPieces {
		p.calibration(rowText(row.Most, row.Least), row.Bands)
	}
	p.outcomes(r.Outcomes)
	if len(r.Importance) > 0 {
		p.importance(r.Importance)
	}
	return p.Err()
}

// tables prints the tables of a report.
type tables struct{ *cli.Printer }

func (p *tables) line(format string, arguments ...any) { p.Printf(format+"\n", arguments...) }

func (p *tables) losses(part string, rows []evaltune.Losses) {
	p.line("\n%-14s%10s%10s%10s%10s%10s", part, "positions", "target", "constant", "result", "constant")
	for i, r := range rows {
		name := "all"
		if i > 0 {
			name = rowText(r.Most, r.Least)
		}
		p.line("%-14s%10d%10.4f%10.4f%10.4f%10.4f", name, r.Positions,
			r.Loss.Target, r.Constant.Target, r.Loss.Result, r.Constant.Result)
	}
}

// rowText returns the name of a row of pieces.
func rowText(maximum, minimum int) string { return fmt.Sprintf("%d-%d pieces", maximum, minimum) }

func (p *tables) calibration(what string, bands []evaltune.Band) {
	p.line("\n%-14s%10s%10s%10s%10s", what, "positions", "predicted", "actual", "error")
	for _, b := range bands {
		p.line("%-14s%10d%10.4f%10.4f%10.4f", bandText(b.From, b.To), b.Positions, b.Predicted, b.Actual, b.Error)
	}
}

// bandText returns the scores of a band, in hundredths of a man.
func bandText(from, to eval.Score) string {
	switch {
	case from == -eval.Bound:
		return fmt.Sprintf("below %d", to)
	case to == eval.Bound:
		return fmt.Sprintf("from %d", from)
	}
	return fmt.Sprintf("%d to %d", from, to)
}

// outcomes prints how games ended for the side that was ahead, the chances in the program, and the curve of the games.
func (p *tables) outcomes(o *evaltune.Outcomes) {
	for _, row := range o.Rows {
		p.line("\n%-14s%10s%10s%10s%10s%10s%10s%10s", rowText(row.Most, row.Least), "positions",
			"won", "drawn", "lost", "win", "draw", "loss")
		for _, b := range row.Bands {
			p.line("%-14s%10d%10.4f%10.4f%10.4f%10.4f%10.4f%10.4f", bandText(b.From, b.To), b.Positions,
				b.Games.Win, b.Games.Draw, b.Games.Loss, b.Program.Win, b.Program.Draw, b.Program.Loss)
		}
	}
	p.line("\n%-14s%10s%10s", "curve of wins", "centre", "width")
	for ph := range o.Curve.Centre {
		p.line("%-14s%10.1f%10.1f", eval.Phase(ph), o.Curve.Centre[ph], o.Curve.Width[ph])
	}
	p.line("loss of the curve %.4f, of the chances in the program %.4f", o.Loss, o.Program)
}

func (p *tables) importance(parts []evaltune.Importance) {
	p.line("\n%-24s%10s%10s%10s%10s", "left out", "target", "result", "adds", "deviation")
	for _, i := range parts {
		p.line("%-24s%+10.5f%+10.5f%10.2f%10.2f", i.Name, i.Loss.Target, i.Loss.Result, i.Absolute, i.Deviation)
	}
}

// Chart draws the results against the scores that the evaluation predicted.
func (r Report) Chart() chart.Chart {
	actual := chart.Series{Name: "held out", Points: true}
	for _, b := range r.Calibration {
		actual.X, actual.Y = append(actual.X, b.Predicted), append(actual.Y, b.Actual)
		actual.Low = append(actual.Low, max(0, b.Actual-b.Error)) // no score is outside of 0 to 1
		actual.High = append(actual.High, min(1, b.Actual+b.Error))
	}
	return chart.Chart{
		Title: "Calibration of the evaluation", X: "predicted score", Y: "actual score, with its standard error",
		YMin: 0, YMax: 1,
		Series: []chart.Series{actual, {Name: "predicted", X: []float64{0, 1}, Y: []float64{0, 1}}},
	}
}
