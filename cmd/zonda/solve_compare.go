package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/zonda-checkers/zonda/engine/solve"
)

// comparisonReport is the JSON output of --compare.
type comparisonReport struct {
	Old comparedRun `json:"old"`
	New comparedRun `json:"new"`
	solve.Comparison
}

// comparedRun is a run in it.
type comparedRun struct {
	File     string           `json:"file"`
	Settings solve.Conditions `json:"settings"`
	Solved   int              `json:"solved"`
	Total    int              `json:"total"`
}

// compare prints what two saved runs say of each other.
func (c *solveCommand) compare(out io.Writer) error {
	older, err := solve.Load(c.Files[0])
	if err != nil {
		return err
	}
	newer, err := solve.Load(c.Files[1])
	if err != nil {
		return err
	}
	comparison := solve.Compare(older, newer)
	err = c.plot(
		curveOf{"old: " + filepath.Base(c.Files[0]), comparison.CommonOld},
		curveOf{"new: " + filepath.Base(c.Files[1]), comparison.CommonNew},
	)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(comparisonReport{
			comparedRun{c.Files[0], older.Conditions, older.Solved, older.Total},
			comparedRun{c.Files[1], newer.Conditions, newer.Solved, newer.Total},
			comparison,
		})
	}
	o := &solveOutput{out: out}
	o.run("old", c.Files[0], older)
	o.run("new", c.Files[1], newer)
	o.comparison(comparison)
	return o.failed
}

// run prints what a run was.
func (o *solveOutput) run(name, file string, r *solve.Record) {
	const shortRevision = 12
	revision := r.Conditions.Revision
	if len(revision) > shortRevision {
		revision = revision[:shortRevision]
	}
	engine := strings.TrimSpace(fmt.Sprintf("%s %s %s", r.Conditions.Engine, r.Conditions.Version, revision))
	o.printf("%s: %s, %s: %d of %d solved\n", name, file, engine, r.Solved, r.Answered())
}

func (o *solveOutput) comparison(c solve.Comparison) {
	for _, w := range c.Warnings {
		o.printf("warning: %s\n", w)
	}
	o.printf("\n")
	o.printf("solved in both    %5d\n", c.Both)
	o.named("only in the old", c.OnlyOld)
	o.named("only in the new", c.OnlyNew)
	o.printf("in neither        %5d\n", c.Neither)
	if c.Unanswered > 0 {
		o.printf("without an answer %5d\n", c.Unanswered)
	}
	if len(c.Gone)+len(c.Added) > 0 {
		o.named("not in the new", c.Gone)
		o.named("not in the old", c.Added)
	}
	o.printf("McNemar's exact p %5.3f\n", c.McNemar)
	if c.Both == 0 {
		return
	}
	o.printf("\nto the solution, new / old  95 %% interval      less  more  same\n")
	o.ratio(solve.Time, c.Time)
	o.ratio(solve.Nodes, c.Nodes)
	o.ratio(solve.Depth, c.Depth)
}

// named prints a number of positions, and below it which they are and when they were
// solved.
func (o *solveOutput) named(what string, positions []solve.Position) {
	o.printf("%-17s %5d\n", what, len(positions))
	for _, p := range positions {
		when := "not solved"
		if s := p.Solution; s != nil {
			when = fmt.Sprintf("%s, %d nodes, depth %d", timeText(s.Milliseconds), s.Nodes, s.Depth)
		}
		o.printf("    %-*s  %s\n", namedWidth, fitted(p.ID, namedWidth), when)
	}
}

// namedWidth is that of an id which has a line for itself.
const namedWidth = 40

func (o *solveOutput) ratio(m solve.Measure, r *solve.Ratio) {
	interval := "-"
	if r.Interval != nil {
		interval = fmt.Sprintf("%.3g to %.3g", r.Interval.Low, r.Interval.High)
	}
	o.printf("%-16s %9.3g  %-19s %4d  %4d  %4d\n", m, r.Mean, interval, r.Less, r.More, r.Same)
}
