package main

import (
	"context"
	"encoding/json"
	"runtime"
	"strings"

	"github.com/zonda-checkers/zonda/cmd/internal/cli"
	"github.com/zonda-checkers/zonda/cmd/internal/learn/people"
)

type peopleCommand struct {
	Games       int    `help:"Games of each of the four strengths (default ${default})." default:"1000" placeholder:"N" min:"30" max:"1000000"`
	Seed        uint64 `help:"Other seeds make other games (default ${default})." default:"1" placeholder:"N"`
	Concurrency int    `help:"Games at once (default: one a CPU)." placeholder:"N" min:"0" max:"256"`
	JSON        bool   `help:"Print one JSON object for each strength instead of tables."`
}

func (peopleCommand) Help() string {
	return `Levels of the program, which stand for people, play games; the numbers of eval.People are fitted to how these
games end. A third of the games is kept out of each fit, three times: losses and calibration are of those.
Losses are cross-entropies a position, in nats; those of the engine are of its chances at strong play. The
same seed and number of games give the same numbers. 4,000 games take two minutes of two cores.

Examples:
  zonda tune people
  zonda tune people --games 300 --seed 2
  zonda tune people --json`
}

func (c peopleCommand) Run(ctx context.Context) error {
	out := cli.NewMeter(cli.Lines(c.JSON))
	defer out.Clear()
	settings := people.Settings{Games: c.Games, Seed: c.Seed, Concurrency: c.Concurrency}
	if settings.Concurrency == 0 {
		settings.Concurrency = runtime.NumCPU()
	}
	for _, b := range people.Bands() {
		m, err := people.Measure(ctx, settings, b, func(done int) {
			out.Step(b.Name, "games", uint64(done), uint64(c.Games))
		})
		if err != nil {
			return cli.Interrupted(ctx, err, "the strength that was measured last is not printed")
		}
		if c.JSON {
			if err := json.NewEncoder(cli.Stdout).Encode(m); err != nil {
				return err
			}
			continue
		}
		printPeople(out, m)
	}
	out.Clear()
	return out.Err()
}

// printPeople prints what was measured of a band.
func printPeople(out *cli.Meter, m *people.Measured) {
	p := m.People
	out.Line("%s, rating %.0f: %d games, %d positions", m.Name, m.Rating, m.Games, m.Positions)
	out.Line("  {%.0f, People{%.3f, %.3f, %.3f, %.3f}}", m.Rating, p.B, p.B1, p.T0, p.T1)
	out.Line("  loss of the results %.3f (engine %.3f), of the points %.3f (engine %.3f)", m.Loss, m.Engine, m.PointsLoss, m.EnginePoints)
	out.Line("  mean error of the bins %.3f, worst %.3f", m.MeanError, m.WorstError)
	out.Line("  %10s%10s%10s", "foretold", "seen", "positions")
	for _, b := range m.Bins {
		out.Line("  %10.3f%10.3f%10d", b.Foretold, b.Seen, b.Positions)
	}
	out.Line("%s", strings.Repeat("-", 40))
}
