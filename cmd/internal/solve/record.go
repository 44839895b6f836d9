package solve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/internal/file"
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
	Engine   string       `json:"engine"`
	Version  string       `json:"version"`
	Revision string       `json:"revision"` // of the sources, "" if the build does not know it
	Threads  int          `json:"threads"`
	HashMiB  int          `json:"hash_mib"`
	MoveTime float64      `json:"movetime_ms"`
	Depth    search.Depth `json:"depth"`
	Nodes    uint64       `json:"nodes"`
	EGDB     bool         `json:"egdb"` // endgame databases were asked
	Suites   []Source     `json:"suites"`
}

// Source is a file that problems came from, and what it held.
type Source struct {
	File     string `json:"file"`
	Format   Format `json:"format"`
	Problems int    `json:"problems"`
	Skipped  int    `json:"skipped"`
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
func NewRecord(settings Settings, suites []Suite) *Record {
	r := &Record{
		Conditions: Conditions{
			Engine: engine.Name, Version: engine.Version, Revision: revision(),
			Threads: settings.Threads, HashMiB: settings.HashMiB, EGDB: !settings.WithoutDatabases,
			MoveTime: float64(settings.MoveTime) / float64(time.Millisecond),
			Depth:    settings.Depth, Nodes: settings.Nodes,
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
	r.Positions = append(r.Positions, row)
	return row
}

// include appends a position and counts it.
func (r *Record) include(p Position) {
	r.Positions = append(r.Positions, p)
	r.Total++
	if p.Solution != nil {
		r.Solved++
	}
}

// Finish sets the totals of the run.
func (r *Record) Finish(sum Summary, interrupted bool) {
	r.Total, r.Solved, r.Unanswered = sum.Problems, sum.Solved, sum.Problems-sum.Answered
	r.TimeMS, r.Nodes = sum.Time.Milliseconds(), sum.Nodes
	r.Interrupted = interrupted
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
	if err := json.NewDecoder(file.Text(in)).Decode(r); err != nil {
		return nil, fmt.Errorf("%s: not a run of zonda solve: %w", name, err)
	}
	if r.Positions == nil || r.Conditions.Engine == "" {
		return nil, fmt.Errorf("%s: not a run of zonda solve: positions or settings are missing", name)
	}
	for i, p := range r.Positions {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("%s: position %d: %w", name, i+1, err)
		}
	}
	if r.Total != len(r.Positions) || r.Solved != len(r.Efforts(Time)) || r.Answered() != r.answered() {
		return nil, fmt.Errorf("%s: the totals are not those of the positions", name)
	}
	return r, nil
}

// Answered returns how many positions have an answer: those that can be solved.
func (r *Record) Answered() int { return r.Total - r.Unanswered }

// answered counts the positions that have an answer.
func (r *Record) answered() (n int) {
	for _, p := range r.Positions {
		if p.Solved != nil {
			n++
		}
	}
	return n
}

// The bounds of times that are read, in milliseconds: a microsecond and thirty years.
const (
	shortest = 1e-3
	longest  = 1e12
)

// check returns an error if Write cannot have written the position.
func (p Position) check() error {
	solved := p.Solved != nil && *p.Solved
	switch s := p.Solution; {
	case solved != (s != nil):
		return errors.New("solved and solution contradict each other")
	case s == nil:
		return nil
	case s.Milliseconds < shortest || s.Milliseconds > longest:
		return fmt.Errorf("solution: time_ms %g is not between %g and %g", s.Milliseconds, shortest, longest)
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
