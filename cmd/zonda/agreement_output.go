package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/engine/agreement"
	"github.com/zonda-checkers/zonda/engine/chart"
)

// agreementOutput collects trials, prints now and then what they come to, and a report behind them.
type agreementOutput struct {
	meter    *meter
	asJSON   bool
	settings agreement.Settings
	planned  int // positions
	trials   []agreement.Trial
	began    time.Time
	failed   error // the first failure to write
}

func newAgreementOutput(settings agreement.Settings, asJSON bool, planned int) *agreementOutput {
	lines := io.Writer(os.Stdout)
	if asJSON {
		lines = os.Stderr
	}
	o := &agreementOutput{meter: newMeter(lines), asJSON: asJSON, settings: settings, planned: planned, began: time.Now()}
	o.progress()
	return o
}

func (o *agreementOutput) progress() {
	o.meter.step("positions", "positions", uint64(len(o.trials)), uint64(o.planned))
}

// progressLines is about how many lines tell of the measurement on its way.
const progressLines = 20

// trial takes a position in.
func (o *agreementOutput) trial(t agreement.Trial) {
	o.trials = append(o.trials, t)
	if n := len(o.trials); n < o.planned && n%max(1, o.planned/progressLines) == 0 {
		s := o.report().All.Depths[0]
		o.line("%d of %d positions: depth %d agrees in %s", n, o.planned, s.Depth, shareText(s))
	}
	o.progress()
}

func (o *agreementOutput) report() agreement.Report {
	return agreement.NewReport(o.settings, o.planned, o.trials)
}

// line prints a line above the bar and keeps the first failure for finish.
func (o *agreementOutput) line(format string, arguments ...any) {
	if err := o.meter.line(format, arguments...); err != nil && o.failed == nil {
		o.failed = err
	}
}

// finish prints the report, as JSON alone on stdout if that was asked for, draws the picture if
// there is a path for it, and returns what failed.
func (o *agreementOutput) finish(plot string) error {
	o.meter.clear()
	r := o.report()
	switch {
	case o.asJSON:
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		o.failed = encoder.Encode(r)
	case len(o.trials) == 0:
		o.line("no position is searched to the end")
	default:
		o.tables(r)
	}
	if plot == "" {
		return o.failed
	}
	return errors.Join(o.failed, agreementChart(r).Save(plot))
}

// tables prints the shares by depth and those of the shallow depth by phase.
func (o *agreementOutput) tables(r agreement.Report) {
	o.line("")
	o.line("how often the move of a depth is that of depth %d, in %d positions with a choice", r.Deep, r.All.Positions)
	o.line("%5s %9s  %s", "depth", "agreed", "share with 95 %")
	for _, s := range r.All.Depths {
		o.line("%5d %9d  %s", s.Depth, s.Agreed, shareText(s))
	}
	o.line("")
	o.line("%-14s %8s %9s %9s  %s", fmt.Sprintf("depth %d", r.Shallow), "pieces", "positions", "agreed", "share with 95 %")
	for _, g := range append(r.Phases, r.All) {
		s := g.Depths[0]
		o.line("%-14s %8s %9d %9d  %s", g.Name, fmt.Sprintf("%d to %d", g.Most, g.Fewest), g.Positions, s.Agreed, shareText(s))
	}
	o.line("")
	o.line("%d nodes in %s", r.Nodes, time.Since(o.began).Round(time.Second))
}

// shareText returns a share with its interval in per cent: "65.5 % (60.8 to 69.9)".
func shareText(s agreement.Share) string {
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*s.Share, 100*s.Low, 100*s.High)
}

// agreementChart draws the shares by depth, of all positions with their interval.
func agreementChart(r agreement.Report) chart.Chart {
	picture := chart.Chart{
		Title: fmt.Sprintf("Moves that are those of depth %d, %d positions", r.Deep, r.All.Positions),
		X:     "depth (plies)", Y: "positions (%)", YMin: 0, YMax: 100,
	}
	for _, g := range append(r.Phases, r.All) {
		line := chart.Series{Name: g.Name, Points: true}
		for _, s := range g.Depths {
			line.X = append(line.X, float64(s.Depth))
			line.Y = append(line.Y, 100*s.Share)
			if g.Name == r.All.Name {
				line.Low, line.High = append(line.Low, 100*s.Low), append(line.High, 100*s.High)
			}
		}
		picture.Series = append(picture.Series, line)
	}
	return picture
}
