package solve

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/games/chart"
	"github.com/zonda-checkers/zonda/cmd/internal/problems/suite"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

// Measure is a way to count the effort of a search.
type Measure int

// The measures.
const (
	Time  Measure = iota // in milliseconds
	Nodes                // of all threads
	Depth                // of the iteration, in plies
)

// String returns "time", "nodes" or "depth".
func (m Measure) String() string { return [...]string{"time", "nodes", "depth"}[m] }

// In returns the effort up to the solution, more than 0 in every measure.
func (s Solution) In(m Measure) float64 {
	switch m {
	case Nodes:
		return float64(max(s.Nodes, 1))
	case Depth:
		return float64(max(s.Depth, 1))
	default:
		return s.Milliseconds
	}
}

// Limit returns the limit of each search, 0 for none.
func (c Conditions) Limit(m Measure) float64 {
	switch m {
	case Nodes:
		return float64(c.Nodes)
	case Depth:
		return float64(c.Depth)
	default:
		return c.MoveTime
	}
}

// Efforts returns the efforts up to the solutions, the least first.
func (r *Record) Efforts(m Measure) []float64 {
	efforts := []float64{}
	for _, p := range r.Positions {
		if p.Solution != nil {
			efforts = append(efforts, p.Solution.In(m))
		}
	}
	slices.Sort(efforts)
	return efforts
}

// Step is a point of a curve: how many problems were solved with up to this effort each.
type Step struct {
	Effort float64
	Solved int
}

// The first steps of a curve.
const (
	firstTime  = 10
	firstNodes = 1000
)

// Curve returns how many problems were solved by when, in steps of 1, 2 and 5 times the powers of ten,
// or of the depths that solved another problem. The last step is at the limit, or at the last solution
// if there was no limit. It counts all solutions, because a search may take a little longer than its
// limit. The curve is empty if there was no limit and no solution.
func (r *Record) Curve(m Measure) []Step {
	efforts := r.Efforts(m)
	end := r.Conditions.Limit(m)
	if end == 0 && len(efforts) > 0 {
		end = efforts[len(efforts)-1]
	}
	if end == 0 {
		return nil
	}
	var curve []Step
	for _, effort := range steps(m, efforts, end) {
		curve = append(curve, Step{effort, sort.Search(len(efforts), func(i int) bool { return efforts[i] > effort })})
	}
	return append(curve, Step{end, len(efforts)})
}

// steps returns the efforts of the steps of a curve, without the last step at end.
func steps(m Measure, efforts []float64, end float64) []float64 {
	var all []float64
	switch m {
	case Depth:
		all = slices.Compact(slices.Clone(efforts))
	case Nodes:
		all = decades(firstNodes, end)
	default:
		all = decades(firstTime, end)
	}
	return slices.DeleteFunc(all, func(effort float64) bool { return effort >= end })
}

// decades returns 1, 2 and 5 times the powers of ten from first to end or beyond.
func decades(first, end float64) (all []float64) {
	for unit := first; unit < end; unit *= 10 {
		all = append(all, unit, 2*unit, 5*unit)
	}
	return all
}

// curve prints how many problems were solved with which effort.
func (p *Printer) curve(r *Record, m Measure) {
	answered := r.Answered()
	if answered == 0 {
		return
	}
	p.Line("\nsolved by %s", m)
	for _, step := range r.Curve(m) {
		p.Line("%12s %6d of %d %7.1f %%", effortText(m, step.Effort), step.Solved, answered,
			percent(step.Solved, answered))
	}
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(whole) }

// effortText returns an effort with its unit.
func effortText(m Measure, effort float64) string {
	if m == Time {
		return timeText(effort)
	}
	return fmt.Sprintf("%.0f", effort)
}

// NamedRun is a run with a name for the legend of a picture.
type NamedRun struct {
	Name string
	Run  *Record
}

// Plot draws for each run how many problems were solved after which time.
func Plot(path string, runs ...NamedRun) error {
	picture := chart.Chart{
		Title: "Solved by time", X: "time of a search (ms)", Y: "solved (%)",
		LogX: true, YMin: 0, YMax: 100,
	}
	for _, r := range runs {
		picture.Series = append(picture.Series, r.series())
	}
	return picture.Save(path)
}

// series returns the exact curve, drawn on to the limit.
func (r NamedRun) series() chart.Series {
	s := chart.Series{Name: r.Name, X: r.Run.Efforts(Time), Steps: true}
	for i := range s.X {
		s.Y = append(s.Y, percent(i+1, r.Run.Answered()))
	}
	if limit := r.Run.Conditions.Limit(Time); limit > 0 && (len(s.X) == 0 || limit > s.X[len(s.X)-1]) {
		s.X, s.Y = append(s.X, limit), append(s.Y, percent(len(s.Y), max(r.Run.Answered(), 1)))
	}
	return s
}

// Settings say how each problem is searched.
type Settings struct {
	MoveTime time.Duration `kong:"-"` // 0 for none
	Depth    search.Depth  `kong:"-"` // 0 for none
	Nodes    uint64        `kong:"-"` // exact with one thread, 0 for none

	Threads          int    `help:"Threads of each search (default ${default})." default:"1" placeholder:"N" min:"1" max:"${max_threads}"`
	HashMiB          int    `name:"hash" help:"Transposition table in MiB (default ${default})." default:"64" placeholder:"MIB" min:"1" max:"${max_hash}"`
	Evaluation       string `help:"The evaluation: network or linear (default ${default})." enum:"${evaluations}" default:"${evaluation}" placeholder:"NAME"`
	WithoutDatabases bool   `name:"no-egdb" help:"Ask no endgame databases, to measure their worth."`
	AsPlayed         bool   `name:"as-played" help:"Search as in a game, with the pruning that may miss a solution."`

	Without   []string `kong:"-"` // techniques of the search that are left out
	Parameter []string `kong:"-"` // other values of its parameters, as name=value
}

// Attempt is the search of one problem.
type Attempt struct {
	Problem  suite.Problem
	Best     search.Info
	Solution *Solution // nil if the search did not end with the problem solved
}

// Run searches the problems one after the other, each with empty tables, and calls report after each.
// The move rule is off, because a problem asks what can be forced in any number of moves. If ctx ends,
// Run returns ctx.Err().
func Run(ctx context.Context, problems []suite.Problem, settings Settings, report func(Attempt)) error {
	config, err := settings.config()
	if err != nil {
		return err
	}
	e, err := engine.New(config)
	if err != nil {
		return err
	}
	defer func() { _ = e.Close() }() // no log file: nothing can be lost
	for _, p := range problems {
		a, err := attempt(ctx, e, p, settings)
		if err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		report(a)
	}
	return nil
}

func (settings Settings) config() (engine.Config, error) {
	c := engine.Config{Hash: settings.HashMiB, Threads: settings.Threads, Without: settings.Without}
	if settings.Evaluation != "" {
		c.Evaluator, _ = engine.Evaluator(settings.Evaluation) // the flag has no other names
	}
	if settings.WithoutDatabases {
		c.Endings = engine.NoEndings
	}
	if len(settings.Parameter) == 0 {
		return c, nil
	}
	parameters, err := search.DefaultParameters().With(settings.Parameter...)
	c.Parameters = &parameters
	return c, err
}

func attempt(ctx context.Context, e *engine.Engine, p suite.Problem, settings Settings) (Attempt, error) {
	if err := e.NewGame(); err != nil {
		return Attempt{}, err
	}
	limits := search.Limits{
		MoveTime: settings.MoveTime, Depth: settings.Depth, Nodes: settings.Nodes, Solve: !settings.AsPlayed,
		SearchKnown: true, // the answer must come from the search, not from distances
	}
	w := watch{problem: p}
	game := board.NewGame(p.Position)
	game.MoveRule = 0
	best, err := e.Play(ctx, game, limits, func(l engine.Lines) { w.see(l.Info) })
	if err != nil {
		return Attempt{}, err
	}
	w.see(best.Info)
	return Attempt{Problem: p, Best: w.last, Solution: w.since}, nil
}

// Solution is how long a search took to find the solution. It is the first iteration from which on
// every iteration had the solution.
type Solution struct {
	Depth        search.Depth `json:"depth"`
	Milliseconds float64      `json:"time_ms"` // to the microsecond, and one at least
	Nodes        uint64       `json:"nodes"`   // of all threads
}

// watch follows the search of a problem.
type watch struct {
	problem suite.Problem
	last    search.Info
	since   *Solution // nil while the search does not hold the solution
}

// see adds a report of the search. Its score is exact, because the search never reports bounds.
func (w *watch) see(i search.Info) {
	w.last = i
	switch {
	case !w.problem.SolvedBy(i):
		w.since = nil
	case w.since == nil:
		w.since = &Solution{Depth: i.Depth, Milliseconds: milliseconds(i.Time), Nodes: i.Nodes}
	}
}

// milliseconds returns a time in milliseconds, rounded to a microsecond and at least that.
func milliseconds(d time.Duration) float64 {
	microseconds := max(d.Round(time.Microsecond), time.Microsecond).Microseconds()
	return float64(microseconds) / 1000
}
