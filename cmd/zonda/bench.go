package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/board"
	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn"
	"github.com/zonda-checkers/zonda/engine"
	"github.com/zonda-checkers/zonda/search"
)

type benchCommand struct {
	searchFlags
	Evaluation string        `help:"The evaluation: linear or network (default ${default})." enum:"${evaluations}" default:"${evaluation}" placeholder:"NAME"`
	Network    string        `help:"A network file in place of the network in the program." placeholder:"FILE"`
	Threads    int           `help:"Threads of each search; more than one give no signature (default ${default})." default:"1" placeholder:"N" min:"1" max:"256"`
	Time       time.Duration `help:"Search each position for its share of this time, and print the speed instead of the signature." placeholder:"TIME" min:"0"`
	Hash       int           `help:"With --time: transposition table in MiB (default ${default})." default:"64" placeholder:"MIB" min:"1" max:"${max_hash}" needs:"time"`
	JSON       bool          `name:"json" help:"Print one JSON object; the positions go to stderr."`
	Profile    string        `help:"Write a CPU profile, for go tool pprof." placeholder:"FILE"`
}

func (c benchCommand) Help() string {
	return fmt.Sprintf(`The node total is the signature of search and evaluation, the same on every machine.
With --time the last line is the speed of the machine instead, with as many threads as --threads says.

Techniques: %s.

Parameters: %s.

Examples:
  zonda bench
  zonda bench --threads 4 --time 10s
  zonda bench --without half-depth,killers
  zonda bench --parameter deficit=50,compensation=25
  zonda bench --evaluation linear
  zonda bench --profile bench.pprof`, strings.Join(search.TechniqueNames(), ", "), strings.Join(search.ParameterNames(), ", "))
}

// searchFlags change the search, to measure what its techniques and parameters are worth.
type searchFlags struct {
	Without   []string `help:"Leave out techniques of the search, to measure their worth." placeholder:"TECHNIQUE"`
	Parameter []string `help:"Other values for parameters of the search." placeholder:"NAME=VALUE"`
}

// Validate is called by the command line parser.
func (f *searchFlags) Validate() error {
	_, _, err := f.parse()
	return err
}

// parse returns the techniques and the parameters of the flags.
func (f *searchFlags) parse() (use search.Techniques, parameters search.Parameters, err error) {
	if use, err = search.AllTechniques().Without(f.Without...); err != nil {
		return use, parameters, err
	}
	parameters, err = search.DefaultParameters().With(f.Parameter...)
	return use, parameters, err
}

// Validate is called by the command line parser.
func (c *benchCommand) Validate() error {
	if c.Threads > 1 && c.Time == 0 {
		return errors.New("--threads needs --time: only one thread gives a signature, for example --threads 4 --time 10s")
	}
	return c.searchFlags.Validate()
}

// benchReport is the result of the benchmark in JSON.
type benchReport struct {
	Nodes   uint64  `json:"nodes"` // the signature, unless a time was given
	Time    float64 `json:"time_ms"`
	NPS     uint64  `json:"nps"`
	Threads int     `json:"threads"`
	Timed   bool    `json:"timed"`
	Version string  `json:"version"`
}

func (c benchCommand) Run(ctx context.Context) error {
	var total search.BenchResult
	err := cli.Profiled(c.Profile, func() (err error) {
		total, err = c.measure(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	speed := search.Info{Nodes: total.Nodes, Time: total.Time}.NodesPerSecond()
	switch {
	case c.JSON:
		return cli.WriteJSON(cli.Stdout, benchReport{total.Nodes, float64(total.Time.Microseconds()) / 1e3, speed, c.Threads, c.Time > 0, engine.Version})
	case c.Time > 0:
		_, err = fmt.Fprintf(cli.Stdout, "speed: %d nodes/s, %s, %d nodes in %d ms\n", speed, cli.Count(c.Threads, "thread", "threads"), total.Nodes, total.Time.Milliseconds())
	default:
		_, err = fmt.Fprintln(cli.Stdout, total)
	}
	return err
}

// measure searches the positions of the benchmark.
func (c benchCommand) measure(ctx context.Context) (total search.BenchResult, err error) {
	use, parameters, err := c.parse()
	if err != nil {
		return total, err
	}
	evaluator, err := learn.Evaluator(c.Evaluation, c.Network)
	if err != nil {
		return total, err
	}
	out := cli.Lines(c.JSON)
	report := func(r search.BenchResult) {
		fmt.Fprintf(out, "%2d depth %2d score %-8s nodes %10d time %6d ms\n", r.Number, r.Best.Depth, r.Best.Score, r.Nodes, r.Time.Milliseconds())
	}
	if c.Time == 0 {
		return search.Bench(ctx, evaluator, use, parameters, report)
	}
	e, err := engine.New(engine.Config{Hash: c.Hash, Threads: c.Threads, Evaluator: evaluator, Without: c.Without, Parameters: &parameters})
	if err != nil {
		return total, err
	}
	defer e.Close()
	positions := search.BenchPositions()
	for i, b := range positions {
		p, err := board.ParseFEN(b.FEN)
		if err != nil {
			return total, err
		}
		best, err := e.Play(ctx, board.NewGame(p), search.Limits{MoveTime: c.Time / time.Duration(len(positions)), SearchKnown: true})
		if err = errors.Join(err, e.NewGame()); err != nil {
			return total, err
		}
		report(search.BenchResult{Number: i + 1, Nodes: best.Nodes, Time: best.Time, Best: best.Info})
		total.Nodes, total.Time = total.Nodes+best.Nodes, total.Time+best.Time
	}
	return total, nil
}

type perftCommand struct {
	Depth  int             `required:"" help:"Plies to count." placeholder:"N" min:"0" max:"${max_perft}"`
	FEN    *board.Position `arg:"" optional:"" name:"fen" help:"Position to start from; without it the starting position."`
	Divide bool            `help:"Print a line MOVE COUNT for every move."`
	Unique bool            `help:"Count captures with the same from, to and captured pieces once."`
	JSON   bool            `name:"json" help:"Print one JSON object."`
}

func (c perftCommand) Help() string {
	return `Without --unique every capture path counts apart, as in published tables.

Examples:
  zonda perft --depth 12
  zonda perft --depth 6 --divide B:WK19,K27,K32:BK9,K20,K22,28`
}

func (c perftCommand) Run(ctx context.Context) error {
	p := board.Start()
	if c.FEN != nil {
		p = *c.FEN
	}
	convention := board.Sequences
	if c.Unique {
		convention = board.Results
	}
	perft := board.NewPerft(convention)
	report := perftReport{FEN: p.FEN(), Depth: c.Depth}
	began := time.Now()
	var err error
	if c.Divide && c.Depth > 0 {
		err = perft.Divide(ctx, p, c.Depth, func(text string, n uint64) {
			if report.Moves = append(report.Moves, perftMove{text, n}); !c.JSON {
				fmt.Fprintln(cli.Stdout, text, n)
			}
			report.Total += n
		})
	} else {
		report.Total, err = perft.Count(ctx, p, c.Depth)
	}
	if errors.Is(err, context.Canceled) {
		return errors.New("perft was interrupted")
	}
	if err != nil {
		return fmt.Errorf("perft: %w", err)
	}
	took := time.Since(began)
	report.Time, report.PerSecond = float64(took.Microseconds())/1e3, uint64(float64(report.Total)/max(took, 1).Seconds())
	if c.JSON {
		return cli.WriteJSON(cli.Stdout, report)
	}
	if _, err = fmt.Fprintln(cli.Stdout, "total", report.Total); err == nil {
		_, err = fmt.Fprintf(os.Stderr, "%s, %d positions a second\n", rounded(took), report.PerSecond)
	}
	return err
}

// rounded returns a time without digits that say nothing.
func rounded(d time.Duration) time.Duration {
	if d < time.Millisecond {
		return d.Round(time.Microsecond)
	}
	return d.Round(time.Millisecond)
}

// perftReport is a count in JSON.
type perftReport struct {
	FEN       string      `json:"fen"`
	Depth     int         `json:"depth"`
	Total     uint64      `json:"total"`
	Time      float64     `json:"time_ms"`
	PerSecond uint64      `json:"positions_per_second"`
	Moves     []perftMove `json:"moves,omitempty"` // with --divide
}

type perftMove struct {
	Move  string `json:"move"`
	Count uint64 `json:"count"`
}
