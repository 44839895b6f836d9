package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/zonda-checkers/zonda/engine/match"
	"github.com/zonda-checkers/zonda/engine/match/tally"
)

// matchOutput prints games as they end and the report behind them.
type matchOutput struct {
	meter  *meter
	asJSON bool
	failed error // the first failure to write
}

func newMatchOutput(asJSON bool) *matchOutput {
	lines := io.Writer(os.Stdout)
	if asJSON {
		lines = os.Stderr
	}
	return &matchOutput{meter: newMeter(lines), asJSON: asJSON}
}

// line prints a line above the bar and keeps the first failure for finish.
func (o *matchOutput) line(format string, arguments ...any) {
	if err := o.meter.line(format, arguments...); err != nil && o.failed == nil {
		o.failed = err
	}
}

// warn prints a line to stderr.
func (o *matchOutput) warn(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, "warning: "+format+"\n", arguments...)
}

// game prints a game that has ended, and how the match stands.
func (o *matchOutput) game(plan *match.Plan, s *match.Standings, test *tally.SPRT, r match.Record) {
	opening := plan.Opening(plan.Fixture(r.Game))
	games, pairs := s.Leading()
	e := tally.Measure(games, pairs)
	state := fmt.Sprintf("%s +%d =%d -%d, Elo %s",
		plan.Engines[0].Name, games.Wins, games.Draws, games.Losses, eloText(e.Elo, e.Low, e.High))
	if test != nil {
		state += fmt.Sprintf(", LLR %.2f", test.LLR(pairs))
	}
	o.line("game %d of %d: %s - %s %s, %s, %d plies after %s %s; %s",
		r.Game, plan.Total(), plan.Engines[r.Black].Name, plan.Engines[r.White].Name, r.Result,
		r.Ending, len(r.Plies), opening.ID, opening, state)
	if r.Loser != "" {
		o.line("game %d: %s loses by %s: %s", r.Game, r.Loser, r.Ending, r.Detail)
	}
	o.meter.step("games", "games", uint64(s.Played()), uint64(plan.Total()))
}

// eloText returns a difference with its interval: "+12 (-4 to +28)".
func eloText(elo, low, high float64) string {
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", elo, low, high)
}

// finish prints the report, as JSON alone on stdout if that was asked for.
func (o *matchOutput) finish(r match.Report, played int, took time.Duration) error {
	o.meter.clear()
	if o.asJSON {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		return encoder.Encode(r)
	}
	o.ballots(r)
	o.summary(r)
	if played > 0 {
		o.line("%d games in %s, %.0f games an hour", played, took.Round(time.Second), float64(played)/took.Hours())
	}
	return o.failed
}

// ballots prints a line for each opening.
func (o *matchOutput) ballots(r match.Report) {
	o.line("")
	o.line("openings: the first engine as Black, as White, and its points")
	for _, b := range r.Ballots {
		meeting := ""
		if len(r.Engines) > 2 {
			meeting = b.First + " - " + b.Second
		}
		o.line("%s", strings.TrimRight(fmt.Sprintf("  %-4s %-22s %-4s %-4s %3.1f %s %s", b.ID, b.Moves, dash(b.AsBlack), dash(b.AsWhite), b.Points, meeting, b.Name), " "))
	}
}

// dash stands for a game that is not played.
func dash(word string) string {
	if word == "" {
		return "-"
	}
	return word
}
