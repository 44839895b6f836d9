package agreement

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// Printer collects trials, prints the agreement so far from time to time, and prints a report at the
// end.
type Printer struct {
	*cli.Meter
	asJSON   bool
	settings Settings
	planned  int // positions
	trials   []Trial
	began    time.Time
}

// NewPrinter returns a printer of a run of so many positions.
func NewPrinter(settings Settings, asJSON bool, planned int) *Printer {
	p := &Printer{Meter: cli.NewMeter(cli.Lines(asJSON)), asJSON: asJSON, settings: settings, planned: planned, began: time.Now()}
	p.progress()
	return p
}

func (p *Printer) progress() {
	p.Step("positions", "positions", uint64(len(p.trials)), uint64(p.planned))
}

// Trials returns the number of trials so far.
func (p *Printer) Trials() int { return len(p.trials) }

// progressLines is about how many lines are printed before the report.
const progressLines = 20

// Trial adds a trial.
func (p *Printer) Trial(t Trial) {
	p.trials = append(p.trials, t)
	if n := len(p.trials); n < p.planned && n%max(1, p.planned/progressLines) == 0 {
		s := p.report().All.Depths[0]
		p.Line("%d of %d positions: depth %d agrees in %s", n, p.planned, s.Depth, shareText(s))
	}
	p.progress()
}

// report returns the report of the trials so far.
func (p *Printer) report() Report {
	return NewReport(p.settings, p.planned, p.trials)
}

// Finish prints the report, as JSON alone on stdout if that was asked for, draws the picture if
// there is a path for it, and returns what failed.
func (p *Printer) Finish(plot string) error {
	p.Clear()
	r := p.report()
	var failed error
	switch {
	case p.asJSON:
		failed = cli.WriteJSON(os.Stdout, r)
	case len(p.trials) == 0:
		p.Line("no position is searched to the end")
	default:
		p.tables(r)
	}
	failed = errors.Join(failed, p.Err())
	if plot == "" {
		return failed
	}
	return errors.Join(failed, picture(r).Save(plot))
}

// tables prints the shares by depth and those of the shallow depth by phase.
func (p *Printer) tables(r Report) {
	p.Line("")
	p.Line("how often the move of a depth is that of depth %d, in %d positions with a choice", r.Deep, r.All.Positions)
	p.Line("%5s %9s  %s", "depth", "agreed", "share with 95 %")
	for _, s := range r.All.Depths {
		p.Line("%5d %9d  %s", s.Depth, s.Agreed, shareText(s))
	}
	p.Line("")
	p.Line("%-14s %8s %9s %9s  %s", fmt.Sprintf("depth %d", r.Shallow), "pieces", "positions", "agreed", "share with 95 %")
	for _, g := range append(r.Phases, r.All) {
		s := g.Depths[0]
		p.Line("%-14s %8s %9d %9d  %s", g.Name, fmt.Sprintf("%d to %d", g.Most, g.Fewest), g.Positions, s.Agreed, shareText(s))
	}
	p.Line("")
	p.Line("%d nodes in %s", r.Nodes, time.Since(p.began).Round(time.Second))
}

// shareText returns a share with its interval in per cent: "65.5 % (60.8 to 69.9)".
func shareText(s Share) string {
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*s.Share, 100*s.Low, 100*s.High)
}

// picture draws the shares by depth, of all positions with their interval.
func picture(r Report) chart.Chart {
	drawn := chart.Chart{
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
		drawn.Series = append(drawn.Series, line)
	}
	return drawn
}
