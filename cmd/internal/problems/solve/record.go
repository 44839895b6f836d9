package solve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/file"
	"github.com/zonda-checkers/zonda/internal/number"
	"github.com/zonda-checkers/zonda/search"
)

// Record is a run as it is saved and compared, in JSON.
type Record struct {
	Conditions  Conditions `json:"settings"`
	Positions   []Position `json:"positions"` // as far as the run came
	Solved      int        `json:"solved"`
	Total       int        `json:"total"`      // positions searched
	Unanswered  int        `json:"unanswered"` // of these, without an answer
	Skipped     int        `json:"skipped"`    // malformed problems
	TimeMS      int64      `json:"time_ms"`
	Nodes       uint64     `json:"nodes"`
	Interrupted bool       `json:"interrupted"`
}

// Conditions are what a run was made with. A limit of 0 is none.
type Conditions struct {
	Engine     string       `json:"engine"`
	Version    string       `json:"version"`
	Revision   string       `json:"revision"` // of the sources, "" if the build does not know it
	Threads    int          `json:"threads"`
	HashMiB    int          `json:"hash_mib"`
	Evaluation string       `json:"evaluation"`
	MoveTime   float64      `json:"movetime_ms"`
	Depth      search.Depth `json:"depth"`
	Nodes      uint64       `json:"nodes"`
	EGDB       bool         `json:"egdb"` // endgame databases were asked
	AsPlayed   bool         `json:"as_played"`
	Without    string       `json:"without"`   // techniques that were left out, with commas between them
	Parameter  string       `json:"parameter"` // other values of parameters, as name=value with commas between them
	Suites     []Source     `json:"suites"`
}

// Source is a file that problems came from, and what it held.
type Source struct {
	File     string       `json:"file"`
	Format   suite.Format `json:"format"`
	Problems int          `json:"problems"`
	Skipped  int          `json:"skipped"`
}

// Position is a problem of a Record and the result of its search.
type Position struct {
	ID       string       `json:"id"`
	Solved   *bool        `json:"solved"` // nil if no answer is known
	Move     string       `json:"move"`
	Score    string       `json:"score"`
	Depth    search.Depth `json:"depth"`
	TimeMS   int64        `json:"time_ms"`
	Nodes    uint64       `json:"nodes"`
	Solution *Solution    `json:"solution"` // nil if not solved
	Wanted   string       `json:"wanted"`
	PV       string       `json:"pv"`             // the line of the search
	Line     string       `json:"line,omitempty"` // one way to play on
	FEN      string       `json:"fen"`
}

// NewRecord returns the record of a run that begins.
func NewRecord(settings Settings, suites []suite.Suite) *Record {
	r := &Record{
		Conditions: Conditions{
			Engine: engine.Name, Version: engine.Version, Revision: revision(),
			Threads: settings.Threads, HashMiB: settings.HashMiB, Evaluation: settings.Evaluation, EGDB: !settings.WithoutDatabases,
			MoveTime: float64(settings.MoveTime) / float64(time.Millisecond),
			Depth:    settings.Depth, Nodes: settings.Nodes,
			AsPlayed: settings.AsPlayed, Without: strings.Join(settings.Without, ","), Parameter: strings.Join(settings.Parameter, ","),
			Suites: []Source{},
		},
		Positions: []Position{},
	}
	for _, s := range suites {
		source := Source{s.Name, s.Format, len(s.Problems), len(s.Malformed)}
		r.Conditions.Suites = append(r.Conditions.Suites, source)
		r.Skipped += source.Skipped
	}
	return r
}

// revision returns the revision of the sources, with a plus if they were changed.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	values := map[string]string{}
	for _, s := range info.Settings {
		values[s.Key] = s.Value
	}
	if values["vcs.modified"] == "true" {
		return values["vcs.revision"] + "+"
	}
	return values["vcs.revision"]
}

// Add appends the next attempt and returns it as it is recorded.
func (r *Record) Add(a Attempt) Position {
	p := a.Problem
	row := Position{
		ID: p.ID, Move: p.Position.MoveText(a.Best.Move()), Score: a.Best.ScoreText(),
		Depth: a.Best.Depth, TimeMS: a.Best.Time.Milliseconds(), Nodes: a.Best.Nodes,
		Solution: a.Solution, Wanted: p.Wanted(), PV: p.Position.LineText(a.Best.PV),
		Line: p.Position.LineText(p.Line), FEN: p.Position.FEN(),
	}
	if p.Answered() {
		solved := a.Solution != nil
		row.Solved = &solved
	}
	r.include(row)
	return row
}

// include appends a position and counts it.
func (r *Record) include(p Position) {
	r.Positions = append(r.Positions, p)
	r.Total++
	if p.Solved == nil {
		r.Unanswered++
	}
	if p.Solution != nil {
		r.Solved++
	}
	r.TimeMS += p.TimeMS
	r.Nodes += p.Nodes
}

// Write writes r as JSON.
func (r *Record) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(r)
}

// ReadRecord reads what Write wrote, by this build or another one. The error begins with
// name.
func ReadRecord(name string, in io.Reader) (*Record, error) {
	r := &Record{}
	text, err := io.ReadAll(file.Text(in))
	if err == nil {
		text = number.PlainJSON(text)
		err = json.NewDecoder(bytes.NewReader(text)).Decode(r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: not a run of zonda solve: %w", name, number.InWords(err, text))
	}
	if r.Positions == nil || r.Conditions.Engine == "" {
		return nil, fmt.Errorf("%s: not a run of zonda solve: positions or settings are missing", name)
	}
	var sum Record
	for i, p := range r.Positions {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("%s: position %d: %w", name, i+1, err)
		}
		sum.include(p)
	}
	if r.Total != sum.Total || r.Solved != sum.Solved || r.Unanswered != sum.Unanswered {
		return nil, fmt.Errorf("%s: the totals are not those of the positions", name)
	}
	return r, nil
}

// Answered returns how many positions have an answer: those that can be solved.
func (r *Record) Answered() int { return r.Total - r.Unanswered }

// The bounds of times that are read, in milliseconds: a microsecond and thirty years.
const (
	minTime = 1e-3
	maxTime = 1e12
)

// check returns an error if Write cannot have written the position.
func (p Position) check() error {
	solved := p.Solved != nil && *p.Solved
	switch s := p.Solution; {
	case solved != (s != nil):
		return errors.New("solved and solution contradict each other")
	case s == nil:
		return nil
	case s.Milliseconds < minTime || s.Milliseconds > maxTime:
		return fmt.Errorf("solution: time_ms %g is not between %g and %g", s.Milliseconds, minTime, maxTime)
	case s.Depth < 0 || s.Depth > search.MaxDepth:
		return fmt.Errorf("solution: depth %d is not between 0 and %d", s.Depth, search.MaxDepth)
	}
	return nil
}

// Save writes r to a file that appears, or replaces the one of that name, whole and
// synced or not at all.
func (r *Record) Save(path string) error { return file.WriteWhole(path, r.Write) }

// Load reads a file that Save wrote.
func Load(path string) (*Record, error) {
	var r *Record
	err := file.Read(context.Background(), path, func(name string, from io.Reader) (err error) {
		r, err = ReadRecord(name, from)
		return err
	})
	return r, err
}

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
	p := &Printer{Meter: cli.NewMeter(out)}
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
	p.Line("%s: %s, %s: %d of %d solved", name, file, engine, r.Solved, r.Answered())
}

func (p *Printer) comparison(c Comparison) {
	for _, w := range c.Warnings {
		p.Line("warning: %s", w)
	}
	p.Line("")
	p.Line("solved in both    %5d", c.Both)
	p.named("only in the old", c.OnlyOld)
	p.named("only in the new", c.OnlyNew)
	p.Line("in neither        %5d", c.Neither)
	if c.Unanswered > 0 {
		p.Line("without an answer %5d", c.Unanswered)
	}
	if len(c.Gone)+len(c.Added) > 0 {
		p.named("not in the new", c.Gone)
		p.named("not in the old", c.Added)
	}
	p.Line("McNemar's exact p %5.3f", c.McNemar)
	if c.Both == 0 {
		return
	}
	p.Line("\nto the solution, new / old  95 %% interval      less  more  same")
	p.ratio(Time, c.Time)
	p.ratio(Nodes, c.Nodes)
	p.ratio(Depth, c.Depth)
}

// named prints the number of positions, and below it the id of each and when it was solved.
func (p *Printer) named(what string, positions []Position) {
	p.Line("%-17s %5d", what, len(positions))
	for _, at := range positions {
		when := "not solved"
		if s := at.Solution; s != nil {
			when = fmt.Sprintf("%s, %d nodes, depth %d", timeText(s.Milliseconds), s.Nodes, s.Depth)
		}
		p.Line("    %-*s  %s", namedWidth, cli.Fit(at.ID, namedWidth), when)
	}
}

// namedWidth is the width of the ids that named prints, in characters.
const namedWidth = 40

func (p *Printer) ratio(m Measure, r *Ratio) {
	interval := "-"
	if r.Interval != nil {
		interval = fmt.Sprintf("%.3g to %.3g", r.Interval.Low, r.Interval.High)
	}
	p.Line("%-16s %9.3g  %-19s %4d  %4d  %4d", m, r.Mean, interval, r.Less, r.More, r.Same)
}
