package solve

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
)

// comparisonReport is the JSON output of --compare.
type comparisonReport struct {
	Old comparedRun `json:"old"`
	New comparedRun `json:"new"`
	Comparison
}

// comparedRun is a run in that JSON output.
type comparedRun struct {
	File     string     `json:"file"`
	Settings Conditions `json:"settings"`
	Solved   int        `json:"solved"`
	Total    int        `json:"total"`
}

// CompareRuns prints the comparison of two saved runs, as a JSON object if that is asked for, and draws
// the curves of both where there is a path for a picture.
func CompareRuns(out io.Writer, oldFile, newFile, plot string, asJSON bool) error {
	older, err := Load(oldFile)
	if err != nil {
		return err
	}
	newer, err := Load(newFile)
	if err != nil {
		return err
	}
	comparison := Compare(older, newer)
	if plot != "" {
		err := Plot(plot, NamedRun{"old: " + filepath.Base(oldFile), comparison.CommonOld},
			NamedRun{"new: " + filepath.Base(newFile), comparison.CommonNew})
		if err != nil {
			return err
		}
	}
	if asJSON {
		return cli.WriteJSON(out, comparisonReport{
			comparedRun{oldFile, older.Conditions, older.Solved, older.Total},
			comparedRun{newFile, newer.Conditions, newer.Solved, newer.Total},
			comparison,
		})
	}
	p := &Printer{Printer: cli.NewPrinter(out)}
	p.run("old", oldFile, older)
	p.run("new", newFile, newer)
	p.comparison(comparison)
	return p.Err()
}

// run prints a line about a run.
func (p *Printer) run(name, file string, r *Record) {
	const shortRevision = 12
	revision := r.Conditions.Revision
	if len(revision) > shortRevision {
		revision = revision[:shortRevision]
	}
	engine := strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Conditions.Engine, r.Conditions.Version, revision))
	p.Printf("%s: %s, %s: %d of %d solved\n", name, file, engine, r.Solved, r.Answered())
}

func (p *Printer) comparison(c Comparison) {
	for _, w := range c.Warnings {
		p.Printf("warning: %s\n", w)
	}
	p.Printf("\n")
	p.Printf("solved in both    %5d\n", c.Both)
	p.named("only in the old", c.OnlyOld)
	p.named("only in the new", c.OnlyNew)
	p.Printf("in neither        %5d\n", c.Neither)
	if c.Unanswered > 0 {
		p.Printf("without an answer %5d\n", c.Unanswered)
	}
	if len(c.Gone)+len(c.Added) > 0 {
		p.named("not in the new", c.Gone)
		p.named("not in the old", c.Added)
	}
	p.Printf("McNemar's exact p %5.3f\n", c.McNemar)
	if c.Both == 0 {
		return
	}
	p.Printf("\nto the solution, new / old  95 %% interval      less  more  same\n")
	p.ratio(Time, c.Time)
	p.ratio(Nodes, c.Nodes)
	p.ratio(Depth, c.Depth)
}

// named prints the number of positions, and below it the id of each and when it was solved.
func (p *Printer) named(what string, positions []Position) {
	p.Printf("%-17s %5d\n", what, len(positions))
	for _, at := range positions {
		when := "not solved"
		if s := at.Solution; s != nil {
			when = fmt.Sprintf("%s, %d nodes, depth %d", timeText(s.Milliseconds), s.Nodes, s.Depth)
		}
		p.Printf("    %-*s  %s\n", namedWidth, cli.Fit(at.ID, namedWidth), when)
	}
}

// namedWidth is the width of the ids that named prints, in letters.
const namedWidth = 40

func (p *Printer) ratio(m Measure, r *Ratio) {
	interval := "-"
	if r.Interval != nil {
		interval = fmt.Sprintf("%.3g to %.3g", r.Interval.Low, r.Interval.High)
	}
	p.Printf("%-16s %9.3g  %-19s %4d  %4d  %4d\n", m, r.Mean, interval, r.Less, r.More, r.Same)
}
